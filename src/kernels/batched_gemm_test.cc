#include "kernels/batched_gemm.h"

#include <gtest/gtest.h>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace batched_gemm_test {

enum class Layout { kRowMajor, kTransposed, kStrided };

struct Case {
  int64_t outer, inner;  ///< batch axes
  int64_t m, n, k;
  Layout a = Layout::kRowMajor;
  Layout b = Layout::kRowMajor;
  bool repeat_b = false;  ///< over the outer batch axis
};

/// Sets the strides of a rows x cols matrix and returns the floats that it takes.
int64_t lay_out(Layout layout, int64_t rows, int64_t cols, MatrixBatch& m) {
  m.row_stride = layout == Layout::kTransposed ? 1 : layout == Layout::kRowMajor ? cols : 2 * cols;
  m.col_stride = layout == Layout::kTransposed ? rows : layout == Layout::kRowMajor ? 1 : 2;
  return (layout == Layout::kStrided ? 2 : 1) * rows * cols;
}

void check(const Case& c, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << c.outer << " x " << c.inner << " x " << c.m << " x " << c.n << " x " << c.k << " layouts "
                                  << static_cast<int>(c.a) << static_cast<int>(c.b) << " threads " << threads);
  BatchedGemmArgs g{.batch = {1, c.outer, 1, c.inner}, .m = c.m, .n = c.n, .k = c.k};
  const int64_t size_a = lay_out(c.a, c.m, c.k, g.a), size_b = lay_out(c.b, c.k, c.n, g.b), ldc = c.inner * c.n + 1;
  const std::vector<float> a = random_values(c.outer * c.inner * size_a, random);
  const std::vector<float> b = random_values((c.repeat_b ? 1 : c.outer) * c.inner * size_b, random);
  std::vector<float> out = poisoned(c.outer * c.m * ldc);
  // The output interleaves the inner batch axis with the columns, as attention heads do.
  g.a.data = a.data();
  g.a.batch_strides = {0, c.inner * size_a, 0, size_a};
  g.b.data = b.data();
  g.b.batch_strides = {0, c.repeat_b ? 0 : c.inner * size_b, 0, size_b};
  g.c = out.data();
  g.c_batch_strides = {0, c.m * ldc, 0, c.n};
  g.ldc = ldc;
  const EpilogueStep scale[] = {{.kind = EpilogueKind::kScaleShift, .a = 0.125f, .b = 1}};
  g.epilogue = {scale};
  ThreadPool& pool = test_pool(threads);
  Scratch scratch(batched_gemm_scratch_bytes(threads));
  batched_gemm(g, pool, scratch.data());
  for (int64_t o = 0; o < c.outer; ++o) {
    for (int64_t i = 0; i < c.m; ++i) {
      for (int64_t h = 0; h < c.inner; ++h) {
        const float* x = a.data() + (o * c.inner + h) * size_a + i * g.a.row_stride;
        const float* y = b.data() + o * g.b.batch_strides[1] + h * size_b;
        for (int64_t j = 0; j < c.n; ++j) {
          double want = 0;
          for (int64_t k = 0; k < c.k; ++k) {
            want += static_cast<double>(x[k * g.a.col_stride]) * y[k * g.b.row_stride + j * g.b.col_stride];
          }
          ASSERT_NEAR(out[(o * c.m + i) * ldc + h * c.n + j], want * 0.125 + 1, 1e-5 * (1 + std::sqrt(c.k))) << o << h << i << "," << j;
        }
      }
      ASSERT_TRUE(std::isnan(out[(o * c.m + i) * ldc + ldc - 1]));
    }
  }
}

constexpr Layout kLayouts[] = {Layout::kRowMajor, Layout::kTransposed, Layout::kStrided};

TEST(BatchedGemm, ZeroAndOneExtents) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int64_t batch : {0, 1, 2}) {
      for (int64_t m : {0, 1, 3}) {
        for (int64_t n : {0, 1, 17}) {
          for (int64_t k : {0, 1, 6}) check({batch, 1, m, n, k, Layout::kRowMajor, Layout::kTransposed}, 2, random);
        }
      }
    }
  });
}

TEST(BatchedGemm, EveryLayout) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (Layout a : kLayouts) {
      for (Layout b : kLayouts) {
        for (int64_t m : {1, 2, 8, 13, 100}) check({2, 2, m, 37, 29, a, b, m % 2 == 0}, 1, random);
      }
    }
  });
}

TEST(BatchedGemm, Blocks) {
  std::mt19937 random(3);
  for_each_target([&] {
    check({1, 1, 5, 600, 401, Layout::kTransposed, Layout::kTransposed}, 2, random);
    check({1, 1, 210, 70, 900}, 3, random);
    check({1, 2, 3, 530, 390}, 1, random);
  });
}

TEST(BatchedGemm, RandomShapes) {
  std::mt19937 random(4);
  for_each_target([&] {
    for (int i = 0; i < 25; ++i) {
      const auto layout = [&] { return kLayouts[random_int(0, 2, random)]; };
      check({random_int(1, 3, random), random_int(1, 3, random), random_int(1, 60, random), random_int(1, 90, random),
             random_int(1, 70, random), layout(), layout(), i % 2 == 0},
            static_cast<int>(random_int(1, 3, random)), random);
    }
  });
}

}  // namespace batched_gemm_test
}  // namespace gearbox::kernels
