#include "kernels/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

/// A window with padding below the kernel and possibly a last window that ceil_mode adds.
PoolAxis random_pool_axis(std::mt19937& random) {
  PoolAxis p;
  ConvAxis& a = p.axis;
  a.in = random_int(random, 0, 12);
  a.kernel = random_int(random, 1, random_int(random, 0, 3) == 0 ? 7 : 4);
  a.stride = random_int(random, 1, 3);
  a.dilation = random_int(random, 0, 3) == 0 ? 2 : 1;
  a.pad = random_int(random, 0, a.kernel - 1);
  p.pad_end = random_int(random, 0, a.kernel - 1);
  const int64_t room = a.in + a.pad + p.pad_end - (a.kernel - 1) * a.dilation - 1;
  a.out = room < 0 ? 0 : room / a.stride + 1 + random_int(random, 0, 1);
  return p;
}

std::vector<double> reference_pool(PoolKind kind, int64_t planes, const PoolAxis& h, const PoolAxis& w, const std::vector<float>& in) {
  std::vector<double> out;
  const ConvAxis &a = h.axis, &b = w.axis;
  for (int64_t plane = 0; plane < planes; ++plane) {
    for (int64_t y = 0; y < a.out; ++y) {
      for (int64_t x = 0; x < b.out; ++x) {
        double sum = 0, max = -std::numeric_limits<double>::infinity(), valid = 0, padded = 0;
        for (int64_t ky = 0; ky < a.kernel; ++ky) {
          for (int64_t kx = 0; kx < b.kernel; ++kx) {
            const int64_t iy = y * a.stride - a.pad + ky * a.dilation, ix = x * b.stride - b.pad + kx * b.dilation;
            if (iy < a.in + h.pad_end && ix < b.in + w.pad_end) ++padded;
            if (iy < 0 || iy >= a.in || ix < 0 || ix >= b.in) continue;
            const double v = in[(plane * a.in + iy) * b.in + ix];
            ++valid;
            sum += v;
            max = std::isnan(v) || std::isnan(max) ? NAN : std::max(max, v);
          }
        }
        out.push_back(kind == PoolKind::kMax ? max : sum / std::max(1.0, kind == PoolKind::kAverage ? valid : padded));
      }
    }
  }
  return out;
}

/// In one of two tensors some elements are NaN.
std::vector<float> some_nan(int64_t count, std::mt19937& random) {
  std::vector<float> out = test::random_floats(random, count);
  if (random() % 2 == 0) return out;
  for (float& x : out) {
    if (random() % 16 == 0) x = NAN;
  }
  return out;
}

void expect_near(const std::vector<float>& got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(want[i])) {
      EXPECT_TRUE(std::isnan(got[i])) << got[i];
    } else if (std::isinf(want[i])) {
      EXPECT_EQ(got[i], want[i]);
    } else {
      EXPECT_NEAR(got[i], want[i], 1e-6);
    }
  }
}

TEST(Pool, BlockedAndPlainMatchTheDefinition) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
      const PoolKind kind = static_cast<PoolKind>(random_int(random, 0, 2));
      const int64_t batch = random_int(random, 0, 2), channels = random_int(random, 1, 20);
      const PoolAxis h = random_pool_axis(random), w = random_pool_axis(random);
      const std::vector<float> in = some_nan(batch * channels * h.axis.in * w.axis.in, random);
      const std::vector<double> want = reference_pool(kind, batch * channels, h, w, in);
      const int64_t pixels = h.axis.out * w.axis.out;
      std::vector<float> out = test::poisoned(blocked_size(batch, channels, pixels));
      pool_blocked(kind, batch, channels, h, w, test::blocked(in, batch, channels, h.axis.in * w.axis.in).data(), out.data(), {}, pool);
      expect_near(test::plain(out, batch, channels, pixels), want);
      std::vector<float> plain = test::poisoned(batch * channels * pixels);
      std::vector<int64_t> indices(plain.size(), -1);
      const PoolAxis axes[] = {h, w};
      pool_plain(kind, batch * channels, axes, in.data(), plain.data(), kind == PoolKind::kMax ? indices.data() : nullptr, pool);
      expect_near(plain, want);
      for (size_t i = 0; i < plain.size() && kind == PoolKind::kMax; ++i) {
        EXPECT_TRUE(std::isinf(plain[i]) || in[indices[i]] == plain[i] || (std::isnan(plain[i]) && std::isnan(in[indices[i]])));
      }
    }
  });
}

TEST(Pool, LongRowsShareColumns) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(5);
    for (const int64_t kernel : {3, 4, 5, 13, 128, 129}) {
      for (const int64_t stride : {1, 2, 3}) {
        const PoolAxis h{{5, 3, 3, 1, 1, 0}, 0}, w{{300, (300 + 2 - kernel) / stride + 1, kernel, stride, 1, 2}, 0};
        const std::vector<float> in = some_nan(9 * 5 * 300, random);
        std::vector<float> out = test::poisoned(blocked_size(1, 9, 3 * w.axis.out));
        pool_blocked(PoolKind::kMax, 1, 9, h, w, test::blocked(in, 1, 9, 5 * 300).data(), out.data(), {}, pool);
        expect_near(test::plain(out, 1, 9, 3 * w.axis.out), reference_pool(PoolKind::kMax, 9, h, w, in));
      }
    }
  });
}

TEST(Pool, EpilogueFollowsTheWindow) {
  ThreadPool pool(2);
  std::mt19937 random(2);
  const int64_t channels = 11;
  const PoolAxis a{{8, 4, 2, 2, 1, 0}, 0};
  const std::vector<float> in = test::random_floats(random, channels * 64), added = test::random_floats(random, channels * 16);
  std::vector<double> want = reference_pool(PoolKind::kAverage, channels, a, a, in);
  for (size_t i = 0; i < want.size(); ++i) want[i] = std::max(0.0, want[i] + added[i]);
  const std::vector<float> residual = test::blocked(added, 1, channels, 16);
  const EpilogueStep steps[] = {{.kind = EpilogueKind::kAddTensor, .data = residual.data()},
                                {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu}};
  std::vector<float> out = test::poisoned(blocked_size(1, channels, 16));
  pool_blocked(PoolKind::kAverage, 1, channels, a, a, test::blocked(in, 1, channels, 64).data(), out.data(), {steps}, pool);
  expect_near(test::plain(out, 1, channels, 16), want);
}

TEST(Pool, Global) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(3);
    for (const int64_t pixels : {1, 3, 49, 257, 4000}) {
      for (const PoolKind kind : {PoolKind::kMax, PoolKind::kAverage}) {
        const int64_t batch = 2, channels = random_int(random, 1, 20);
        const std::vector<float> in = some_nan(batch * channels * pixels, random);
        const PoolAxis h{{pixels, 1, pixels, 1, 1, 0}, 0}, w{{1, 1, 1, 1, 1, 0}, 0};
        std::vector<float> out = test::poisoned(blocked_size(batch, channels, 1));
        global_pool_blocked(kind, batch, channels, pixels, test::blocked(in, batch, channels, pixels).data(), out.data(), {}, pool);
        expect_near(test::plain(out, batch, channels, 1), reference_pool(kind, batch * channels, h, w, in));
      }
    }
  });
}

TEST(Pool, PlainServesOneAndThreeAxes) {
  ThreadPool pool(2);
  std::mt19937 random(4);
  const std::vector<float> in = test::random_floats(random, 2 * 4 * 5 * 6);
  const PoolAxis one[] = {{{20, 10, 2, 2, 1, 0}, 0}};
  std::vector<float> out = test::poisoned(12 * 10);
  pool_plain(PoolKind::kMax, 12, one, in.data(), out.data(), nullptr, pool);
  for (size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], std::max(in[2 * i], in[2 * i + 1]));
  const PoolAxis three[] = {{{4, 1, 4, 1, 1, 0}, 0}, {{5, 1, 5, 1, 1, 0}, 0}, {{6, 1, 6, 1, 1, 0}, 0}};
  std::vector<float> mean = test::poisoned(2);
  pool_plain(PoolKind::kAverage, 2, three, in.data(), mean.data(), nullptr, pool);
  for (int plane = 0; plane < 2; ++plane) {
    double sum = 0;
    for (int i = 0; i < 120; ++i) sum += in[plane * 120 + i];
    EXPECT_NEAR(mean[plane], sum / 120, 1e-6);
  }
}

}  // namespace
}  // namespace gearbox::kernels
