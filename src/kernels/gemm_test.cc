#include "kernels/gemm.h"

#include <gtest/gtest.h>

#include "kernels/activation_reference_test_support.h"
#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace gemm_test {

struct Case {
  int64_t m, n, k;
  bool transposed_a = false;
  bool transposed_b = false;
  bool epilogue = false;
};

void check(const Case& c, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << c.m << " x " << c.n << " x " << c.k << " a^T " << c.transposed_a << " b^T " << c.transposed_b
                                  << " epilogue " << c.epilogue << " threads " << threads);
  const int64_t ldc = c.n + 3;
  const std::vector<float> a = random_values(c.m * c.k, random), b = random_values(c.k * c.n, random);
  const std::vector<float> bias = random_values(c.n, random), residual = random_values(c.m * ldc, random);
  std::vector<float> packed = poisoned(gemm_packed_size(c.k, c.n));
  gemm_pack_b(c.k, c.n, b.data(), c.transposed_b ? 1 : c.n, c.transposed_b ? c.k : 1, packed.data());
  const EpilogueStep steps[] = {{.kind = EpilogueKind::kScaleShift, .a = 0.5f, .b = 0},
                                {.kind = EpilogueKind::kAddChannel, .data = bias.data()},
                                {.kind = EpilogueKind::kActivation, .activation = Activation::kGeluErf},
                                {.kind = EpilogueKind::kAddTensor, .data = residual.data()}};
  std::vector<float> out = poisoned(c.m * ldc), alone = out;
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
                .epilogue = {c.epilogue ? std::span<const EpilogueStep>(steps) : std::span<const EpilogueStep>()}};
  gemm_packed(args, pool, scratch.data());
  args.c = alone.data();
  args.streams_b = true;
  gemm_packed_alone(args, scratch.data());
  for (int64_t i = 0; i < c.m; ++i) {
    for (int64_t j = 0; j < c.n; ++j) {
      double want = 0;
      for (int64_t x = 0; x < c.k; ++x) {
        want += static_cast<double>(c.transposed_a ? a[x * c.m + i] : a[i * c.k + x]) * (c.transposed_b ? b[j * c.k + x] : b[x * c.n + j]);
      }
      if (c.epilogue) want = reference_activation({Activation::kGeluErf}, want * 0.5 + bias[j]) + residual[i * ldc + j];
      ASSERT_NEAR(out[i * ldc + j], want, 1e-5 * (1 + std::sqrt(c.k))) << i << "," << j;
      ASSERT_NEAR(alone[i * ldc + j], want, 1e-5 * (1 + std::sqrt(c.k))) << i << "," << j << " alone";
    }
    for (int64_t j = c.n; j < ldc; ++j) ASSERT_TRUE(std::isnan(out[i * ldc + j]) && std::isnan(alone[i * ldc + j]));
  }
}

TEST(Gemm, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int64_t m : {0, 1, 7}) {
      for (int64_t n : {0, 1, 16, 33}) {
        for (int64_t k : {0, 1, 5}) {
          check({m, n, k}, 1, random);
          check({m, n, k, false, false, true}, 2, random);
        }
      }
    }
  });
}

TEST(Gemm, EveryHeightUpToTwoTiles) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (int64_t m = 1; m <= 26; ++m) {
      check({m, 31, 19, m % 2 == 0, m % 3 == 0, m % 5 == 0}, 1, random);
      check({m, 48, 20}, 1, random);
    }
  });
}

TEST(Gemm, DepthAndRowBlocks) {
  std::mt19937 random(3);
  for_each_target([&] {
    check({5, 40, 2 * kDepthBlock + 1, false, true, true}, 1, random);
    check({kRowBlock + 1, 18, kDepthBlock + 1, true, false, true}, 2, random);
    check({40, 20, 6 * kDepthBlock + 7, false, false, true}, 1, random);
    check({2 * kRowBlock + 1, 33, 2 * kDepthBlock + 1, false, true, true}, 2, random);
  });
}

TEST(Gemm, RandomShapes) {
  std::mt19937 random(4);
  for_each_target([&] {
    for (int i = 0; i < 25; ++i) {
      const auto flip = [&] { return random_int(0, 1, random) == 1; };
      check({random_int(1, 70, random), random_int(1, 120, random), random_int(1, 100, random), flip(), flip(), flip()},
            static_cast<int>(random_int(1, 3, random)), random);
    }
  });
}

}  // namespace gemm_test
}  // namespace gearbox::kernels
