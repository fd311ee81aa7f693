#include "kernels/gemm.h"

#include <gtest/gtest.h>

#include "kernels/activation_reference_test_support.h"
#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace gemm_test {

enum class After { kNothing, kBias, kBiasAndResidual, kOwnStride, kEverything, kRelu, kResidualAndRelu };
constexpr int kAfters = 7;

struct Case {
  int64_t m, n, k;
  bool transposed_a = false;
  bool transposed_b = false;
  After after = After::kNothing;
};

/// The steps of an epilogue, and their definition for one element.
struct Steps {
  const std::vector<float>&bias, &residual;
  int64_t ldc;

  std::vector<EpilogueStep> of(After after) const {
    const EpilogueStep twice_bias{.kind = EpilogueKind::kAddChannel, .a = 2, .data = bias.data()};
    const EpilogueStep gelu{.kind = EpilogueKind::kActivation, .activation = Activation::kGeluErf};
    const EpilogueStep relu{.kind = EpilogueKind::kActivation, .activation = Activation::kRelu};
    switch (after) {
      case After::kNothing: return {};
      case After::kBias: return {twice_bias, gelu};
      case After::kBiasAndResidual: return {twice_bias, {.kind = EpilogueKind::kAddTensor, .data = residual.data()}, gelu};
      case After::kOwnStride: return {{.kind = EpilogueKind::kAddTensor, .data = residual.data(), .stride = ldc - 1}};
      case After::kRelu: return {twice_bias, relu};
      case After::kResidualAndRelu: return {{.kind = EpilogueKind::kAddTensor, .data = residual.data()}, relu, gelu};
      case After::kEverything:
        return {{.kind = EpilogueKind::kScaleShift, .a = 0.5f, .b = 0},
                twice_bias,
                gelu,
                {.kind = EpilogueKind::kAddTensor, .a = -1, .data = residual.data()}};
    }
    return {};
  }

  double apply(After after, double x, int64_t i, int64_t j) const {
    const auto gelu = [](double v) { return reference_activation({Activation::kGeluErf}, v); };
    switch (after) {
      case After::kNothing: return x;
      case After::kBias: return gelu(x + 2 * bias[j]);
      case After::kBiasAndResidual: return gelu(x + 2 * bias[j] + residual[i * ldc + j]);
      case After::kOwnStride: return x + residual[i * (ldc - 1) + j];
      case After::kRelu: return std::max(0.0, x + 2 * bias[j]);
      case After::kResidualAndRelu: return gelu(std::max(0.0, x + residual[i * ldc + j]));
      case After::kEverything: return gelu(x * 0.5 + 2 * bias[j]) - residual[i * ldc + j];
    }
    return x;
  }
};

After some_after(int64_t index) { return static_cast<After>(index % kAfters); }

void check(const Case& c, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << c.m << " x " << c.n << " x " << c.k << " a^T " << c.transposed_a << " b^T " << c.transposed_b
                                  << " after " << static_cast<int>(c.after) << " threads " << threads);
  const int64_t ldc = c.n + 3;
  const std::vector<float> a = random_values(c.m * c.k, random), b = random_values(c.k * c.n, random);
  const std::vector<float> bias = random_values(c.n, random), residual = random_values(c.m * ldc, random);
  std::vector<float> packed = poisoned(gemm_packed_size(c.k, c.n));
  gemm_pack_b(c.k, c.n, b.data(), c.transposed_b ? 1 : c.n, c.transposed_b ? c.k : 1, packed.data());
  const Steps epilogue{bias, residual, ldc};
  const std::vector<EpilogueStep> steps = epilogue.of(c.after);
  std::vector<float> out = poisoned(c.m * ldc), alone = out, mixed = out;
  ThreadPool& pool = test_pool(threads);
  Scratch scratch(gemm_scratch_bytes(threads));
  GemmArgs args{.m = c.m,
                .n = c.n,
                .k = c.k,
                .a = a.data(),
                .a_row_stride = c.transposed_a ? 1 : c.k,
                .a_col_stride = c.transposed_a ? c.m : 1,
                .packed_b = packed.data(),
                .c = out.data(),
                .ldc = ldc,
                .epilogue = {steps}};
  gemm_packed(args, pool, scratch.data());
  args.c = mixed.data();
  args.mixes_rows = true;
  gemm_packed(args, pool, scratch.data());
  args.mixes_rows = false;
  args.c = alone.data();
  args.streams_b = true;
  gemm_packed_alone(args, scratch.data());
  for (int64_t i = 0; i < c.m; ++i) {
    for (int64_t j = 0; j < c.n; ++j) {
      double want = 0;
      for (int64_t x = 0; x < c.k; ++x) {
        want += static_cast<double>(c.transposed_a ? a[x * c.m + i] : a[i * c.k + x]) * (c.transposed_b ? b[j * c.k + x] : b[x * c.n + j]);
      }
      want = epilogue.apply(c.after, want, i, j);
      ASSERT_NEAR(out[i * ldc + j], want, 1e-5 * (1 + std::sqrt(c.k))) << i << "," << j;
      ASSERT_NEAR(alone[i * ldc + j], want, 1e-5 * (1 + std::sqrt(c.k))) << i << "," << j << " alone";
      ASSERT_NEAR(mixed[i * ldc + j], want, 2e-5 * (1 + std::sqrt(c.k))) << i << "," << j << " mixed";
    }
    for (int64_t j = c.n; j < ldc; ++j) {
      ASSERT_TRUE(std::isnan(out[i * ldc + j]) && std::isnan(alone[i * ldc + j]) && std::isnan(mixed[i * ldc + j]));
    }
  }
}

TEST(Gemm, FewRowsOfManyPanels) {
  std::mt19937 random(6);
  for_each_target([&] {
    for (int64_t m : {1, 2, 3, 4, 5}) {
      for (int64_t n : {48, 49, 63, 64, 65, 112, 130, 200}) {
        for (int64_t k : {2, 15, 39, 400, 801}) check({m, n, k, false, false, some_after(m + n + k)}, 1 + k % 2, random);
      }
    }
  });
}

TEST(Gemm, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int64_t m : {0, 1, 7}) {
      for (int64_t n : {0, 1, 16, 33}) {
        for (int64_t k : {0, 1, 5}) {
          check({m, n, k}, 1, random);
          for (int i = 0; i < kAfters; ++i) check({m, n, k, false, false, some_after(i)}, 2, random);
        }
      }
    }
  });
}

TEST(Gemm, EveryHeightUpToTwoTiles) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (int64_t m = 1; m <= 26; ++m) {
      check({m, 31, 19, m % 2 == 0, m % 3 == 0, some_after(m)}, 1, random);
      check({m, 48, 20}, 1, random);
    }
  });
}

TEST(Gemm, DepthAndRowBlocks) {
  std::mt19937 random(3);
  for_each_target([&] {
    for (int i = 0; i < kAfters; ++i) {
      check({5, 40, 2 * kDepthBlock + 1, false, true, some_after(i)}, 1, random);
      check({kRowBlock + 1, 18, kDepthBlock + 1, true, false, some_after(i)}, 2, random);
      check({40, 20, 6 * kDepthBlock + 7, false, false, some_after(i)}, 1, random);
      check({2 * kRowBlock + 1, 33, 2 * kDepthBlock + 1, false, true, some_after(i)}, 2, random);
      check({5 * kRowBlock + 1, 65, 20, false, false, some_after(i)}, 1, random);
    }
  });
}

TEST(Gemm, SharesOfThreads) {
  std::mt19937 random(5);
  for_each_target([&] {
    for (int threads : {2, 3}) {
      check({20, 200, 100, false, false, After::kBias}, threads, random);
      check({131, 201, 70, true, false, After::kBiasAndResidual}, threads, random);
      check({131, 70, 2 * kDepthBlock + 1, false, false, After::kOwnStride}, threads, random);
      check({70, 33, 7 * kDepthBlock, false, false, After::kEverything}, threads, random);
      check({520, 20, 2 * kDepthBlock + 1, false, false, After::kBias}, threads, random);
    }
  });
}

TEST(Gemm, FewerMultiplications) {
  std::mt19937 random(7);
  for_each_target([&] {
    for (int i = 0; i < 14; ++i) {
      const int64_t m = random_int(28, 110, random), n = random_int(250, 420, random), k = 2 * random_int(96, 380, random);
      check({m, n, k, false, i % 2 == 1, some_after(i)}, static_cast<int>(random_int(1, 3, random)), random);
    }
    for (int i = 0; i < kAfters; ++i) {
      check({28 + i, 280, 4 * kDepthBlock, false, false, some_after(i)}, 1 + i % 2, random);
      check({145, 260, 520, false, false, some_after(i)}, 3, random);
    }
  });
}

TEST(Gemm, RandomShapes) {
  std::mt19937 random(4);
  for_each_target([&] {
    for (int i = 0; i < 25; ++i) {
      const auto flip = [&] { return random_int(0, 1, random) == 1; };
      check({random_int(1, 70, random), random_int(1, 120, random), random_int(1, 100, random), flip(), flip(), some_after(i)},
            static_cast<int>(random_int(1, 3, random)), random);
    }
  });
}

TEST(Gemm, LargeBiasesDoNotRoundTheProducts) {
  std::mt19937 random(9);
  constexpr float kBias = 1000;
  const int64_t k = 300;
  for_each_target([&] {
    for (const int64_t m : {1, 3, 6, 14, 40}) {
      for (const int64_t n : {7, 33, 130}) {
        const std::vector<float> a = random_values(m * k, random), b = random_values(k * n, random), bias(n, kBias);
        std::vector<float> packed = poisoned(gemm_packed_size(k, n)), out = poisoned(m * n);
        gemm_pack_b(k, n, b.data(), n, 1, packed.data());
        const std::vector<EpilogueStep> steps{{.kind = EpilogueKind::kAddChannel, .a = 1, .data = bias.data()}};
        Scratch scratch(gemm_scratch_bytes(1));
        gemm_packed({.m = m,
                     .n = n,
                     .k = k,
                     .a = a.data(),
                     .a_row_stride = k,
                     .packed_b = packed.data(),
                     .c = out.data(),
                     .ldc = n,
                     .epilogue = {steps}},
                    test_pool(1), scratch.data());
        for (int64_t i = 0; i < m * n; ++i) {
          double want = kBias;
          for (int64_t l = 0; l < k; ++l) want += static_cast<double>(a[i / n * k + l]) * static_cast<double>(b[l * n + i % n]);
          EXPECT_NEAR(out[i], want, 0x1p-23 * kBias) << m << " x " << n << " at " << i;
        }
      }
    }
  });
}

}  // namespace gemm_test
}  // namespace gearbox::kernels
