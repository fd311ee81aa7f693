#include "kernels/attention.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace attention_test {

enum class MaskKind { kNone, kFull, kPadding, kPerQuery, kKeep, kReplace };

struct Case {
  int64_t batch, heads, q_len, k_len, depth, value_depth;
  MaskKind mask = MaskKind::kNone;
  bool causal = false;
  bool transposed_k = false;
  int64_t kv_group = 1;
};

/// The definition: scores, softmax and product of one query row in double.
std::vector<double> reference_row(const AttentionArgs& g, int64_t b, int64_t h, int64_t i) {
  const int64_t kv = h / g.kv_group;
  std::vector<double> p;
  double maximum = -std::numeric_limits<double>::infinity(), sum = 0;
  for (int64_t j = 0; j < g.k_len; ++j) {
    double s = 0;
    for (int64_t x = 0; x < g.depth; ++x) {
      s += static_cast<double>(g.q.data[b * g.q.batch_stride + h * g.q.head_stride + i * g.q.row_stride + x]) *
           g.k.data[b * g.k.batch_stride + kv * g.k.head_stride + j * g.k.row_stride + x * g.k.col_stride];
    }
    s *= g.scale;
    const auto at = [&](const MaskStrides& m) { return b * m.batch + h * m.head + i * m.query + j * m.key; };
    if (g.keep && !g.keep[at(g.keep_strides)]) s = g.otherwise;
    if (g.mask) s += g.mask[at(g.mask_strides)];
    if (g.causal && j > i + g.causal_offset) s = -std::numeric_limits<double>::infinity();
    p.push_back(s);
    maximum = std::max(maximum, s);
  }
  for (double& s : p) sum += s = std::exp(s - maximum);
  std::vector<double> out(static_cast<size_t>(g.value_depth));
  for (int64_t x = 0; x < g.value_depth; ++x) {
    for (int64_t j = 0; j < g.k_len; ++j) {
      out[x] += p[j] / sum * g.v.data[b * g.v.batch_stride + kv * g.v.head_stride + j * g.v.row_stride + x];
    }
  }
  return out;
}

void check(const Case& c, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << c.batch << " x " << c.heads << ", " << c.q_len << " queries, " << c.k_len << " keys, depth " << c.depth
                                  << " and " << c.value_depth << ", mask " << static_cast<int>(c.mask) << " causal " << c.causal << " k^T "
                                  << c.transposed_k << " group " << c.kv_group << " threads " << threads);
  const int64_t kv_heads = c.heads / c.kv_group, heads = c.heads;
  const std::vector<float> q = random_values(c.batch * heads * c.q_len * c.depth, random);
  const std::vector<float> k = random_values(c.batch * kv_heads * c.k_len * c.depth, random);
  const std::vector<float> v = random_values(c.batch * kv_heads * c.k_len * c.value_depth, random);
  std::vector<float> mask = random_values(c.batch * heads * c.q_len * c.k_len, random);
  const std::unique_ptr<bool[]> keep(new bool[static_cast<size_t>(c.q_len * c.k_len) + 1]);
  for (int64_t i = 0; i < c.q_len * c.k_len; ++i) keep[i] = i % c.k_len == 0 || random_int(0, 2, random) > 0;
  AttentionArgs g{.batch = c.batch,
                  .heads = heads,
                  .q_len = c.q_len,
                  .k_len = c.k_len,
                  .depth = c.depth,
                  .value_depth = c.value_depth,
                  .kv_group = c.kv_group,
                  .scale = 1.7f};
  // Q, V and the output interleave heads with rows, [B, S, H, D]; K is [B, H, S, D] or [B, H, D, S].
  g.q = {q.data(), heads * c.q_len * c.depth, c.depth, heads * c.depth, 1};
  g.k = {k.data(), kv_heads * c.k_len * c.depth, c.k_len * c.depth, c.transposed_k ? 1 : c.depth, c.transposed_k ? c.k_len : 1};
  g.v = {v.data(), kv_heads * c.k_len * c.value_depth, c.value_depth, kv_heads * c.value_depth, 1};
  const int64_t row = heads * c.value_depth + 1;
  std::vector<float> out = poisoned(c.batch * c.q_len * row);
  g.out = out.data();
  g.out_batch_stride = c.q_len * row;
  g.out_head_stride = c.value_depth;
  g.out_row_stride = row;
  if (c.mask == MaskKind::kFull) {
    g.mask = mask.data();
    g.mask_strides = {heads * c.q_len * c.k_len, c.q_len * c.k_len, c.k_len, 1};
  } else if (c.mask == MaskKind::kPadding) {
    for (int64_t i = 0; i < c.batch * c.k_len; ++i) mask[i] = i % c.k_len > 0 && i % 3 == 0 ? -std::numeric_limits<float>::infinity() : 0;
    g.mask = mask.data();
    g.mask_strides = {c.k_len, 0, 0, 1};
  } else if (c.mask == MaskKind::kPerQuery) {
    g.mask = mask.data();
    g.mask_strides = {0, 0, 1, 0};
  } else if (c.mask == MaskKind::kKeep) {
    g.keep = keep.get();
    g.keep_strides = {0, 0, c.k_len, 1};
  } else if (c.mask == MaskKind::kReplace) {
    g.keep = keep.get();
    g.keep_strides = {0, 0, 1, c.q_len};
    g.otherwise = -0.5f;
    g.mask = mask.data();
    g.mask_strides = {c.k_len, 0, 0, 1};
  }
  g.causal = c.causal;
  g.causal_offset = c.k_len - c.q_len;
  ThreadPool& pool = test_pool(threads);
  Scratch scratch(attention_scratch_bytes(threads));
  attention(g, pool, scratch.data());
  const int64_t step = c.q_len > 64 ? 7 : 1;
  for (int64_t b = 0; b < c.batch; ++b) {
    for (int64_t i = 0; i < c.q_len; ++i) {
      const float* got = out.data() + (b * c.q_len + i) * row;
      ASSERT_TRUE(std::isnan(got[heads * c.value_depth]));
      for (int64_t h = 0; h < heads; ++h, got += c.value_depth) {
        if (i % step != 0 && i + 1 != c.q_len) {
          for (int64_t x = 0; x < c.value_depth; ++x) ASSERT_EQ(std::isnan(got[x]), c.causal && i + g.causal_offset < 0);
          continue;
        }
        const std::vector<double> want = reference_row(g, b, h, i);
        for (int64_t x = 0; x < c.value_depth; ++x) {
          if (std::isnan(want[x])) {
            ASSERT_TRUE(std::isnan(got[x])) << b << "," << h << "," << i << "," << x;
          } else {
            ASSERT_NEAR(got[x], want[x], 2e-5) << b << "," << h << "," << i << "," << x;
          }
        }
      }
    }
  }
}

constexpr MaskKind kMasks[] = {MaskKind::kNone,     MaskKind::kFull, MaskKind::kPadding,
                               MaskKind::kPerQuery, MaskKind::kKeep, MaskKind::kReplace};

TEST(Attention, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int64_t batch : {0, 1}) {
      for (int64_t q : {0, 1, 2}) {
        for (int64_t k : {0, 1, 2}) {
          for (int64_t depth : {0, 1, 3}) check({batch, 2, q, k, depth, depth}, 2, random);
        }
      }
    }
  });
}

TEST(Attention, MasksAndLayouts) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (MaskKind mask : kMasks) {
      for (bool causal : {false, true}) {
        for (bool transposed : {false, true}) {
          check({2, 2, 13, 21, 32, 32, mask, causal, transposed}, 1, random);
          check({1, 4, 1, 40, 24, 40, mask, causal, transposed, 2}, 2, random);
          check({1, 1, 30, 17, 19, 21, mask, causal, transposed}, 1, random);
        }
      }
    }
  });
}

TEST(Attention, BlocksOfKeysQueriesAndFeatures) {
  std::mt19937 random(3);
  for_each_target([&] {
    check({1, 1, 5, 2 * 384 + 3, 64, 64, MaskKind::kFull}, 1, random);
    check({1, 1, 400, 400, 16, 16, MaskKind::kPadding, true}, 2, random);
    for (MaskKind mask : kMasks) check({1, 1, 101, 390, 400, 300, mask, true, true}, 1, random);
    check({2, 3, 97, 40, 32, 32, MaskKind::kFull}, 1, random);
    check({1, 1, 1, 900, 64, 64, MaskKind::kKeep}, 1, random);
  });
}

TEST(Attention, RandomShapes) {
  std::mt19937 random(4);
  for_each_target([&] {
    for (int i = 0; i < 25; ++i) {
      const int64_t group = random_int(1, 2, random);
      check({random_int(1, 2, random), group * random_int(1, 3, random), random_int(1, 40, random), random_int(1, 60, random),
             random_int(1, 70, random), random_int(1, 70, random), kMasks[random_int(0, 5, random)], i % 2 == 0, i % 3 == 0, group},
            static_cast<int>(random_int(1, 3, random)), random);
    }
  });
}

}  // namespace attention_test
}  // namespace gearbox::kernels
