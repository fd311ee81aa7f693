#include "kernels/layer_norm.h"

#include <gtest/gtest.h>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace layer_norm_test {

void check(NormKind kind, int64_t rows, int64_t cols, int parts, ThreadPool& pool, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << rows << " x " << cols << " parts " << parts << " kind " << static_cast<int>(kind));
  std::vector<float> x = random_values(rows * cols, random), residual = random_values(rows * cols, random);
  const std::vector<float> scale = random_values(cols, random), bias = random_values(cols, random);
  for (float& v : x) v += 10;
  std::vector<float> y = poisoned(rows * cols + 1), sum = poisoned(rows * cols), mean = poisoned(rows), inverse = poisoned(rows);
  LayerNormArgs g{.kind = kind, .rows = rows, .cols = cols, .epsilon = 1e-3f, .x = x.data(), .y = y.data()};
  if (parts & 1) g.residual = residual.data();
  if (parts & 2) g.scale = scale.data();
  if (parts & 4) g.bias = bias.data();
  if (parts & 8) g.sum = sum.data();
  if (parts & 16) {
    g.mean = mean.data();
    g.inverse_deviation = inverse.data();
  }
  layer_norm(g, pool);
  ASSERT_TRUE(std::isnan(y.back()));
  for (int64_t r = 0; r < rows; ++r) {
    const auto in = [&](int64_t c) { return static_cast<double>(x[r * cols + c]) + (parts & 1 ? residual[r * cols + c] : 0.0f); };
    double m = 0, v = 0;
    for (int64_t c = 0; c < cols; ++c) m += in(c) / static_cast<double>(cols);
    if (kind == NormKind::kRms) m = 0;
    for (int64_t c = 0; c < cols; ++c) v += (in(c)-m) * (in(c)-m) / static_cast<double>(cols);
    const double f = 1 / std::sqrt(v + 1e-3);
    for (int64_t c = 0; c < cols; ++c) {
      const double want = (in(c)-m) * f * (parts & 2 ? scale[c] : 1.0f) + (parts & 4 ? bias[c] : 0.0f);
      ASSERT_NEAR(y[r * cols + c], want, 1e-4) << r << "," << c;
      if (parts & 8) {
        ASSERT_FLOAT_EQ(sum[r * cols + c], static_cast<float>(in(c)));
      }
    }
    if ((parts & 16) && cols > 0) {
      ASSERT_NEAR(mean[r], m, 1e-5);
      ASSERT_NEAR(inverse[r], f, 1e-4 * f);
    }
  }
}

TEST(LayerNorm, EveryPartAndShape) {
  std::mt19937 random(1);
  ThreadPool pool(2);
  for_each_target([&] {
    for (int64_t rows : {0, 1, 5}) {
      for (int64_t cols : {0, 1, 4, 31, 64, 130}) {
        for (int parts = 0; parts < 32; ++parts) {
          check(NormKind::kLayer, rows, cols, parts, pool, random);
          check(NormKind::kRms, rows, cols, parts, pool, random);
        }
      }
    }
    check(NormKind::kLayer, 100, 768, 31, pool, random);
  });
}

TEST(LayerNorm, MayWorkInPlace) {
  std::mt19937 random(2);
  ThreadPool pool(1);
  for_each_target([&] {
    const std::vector<float> x = random_values(3 * 20, random), residual = random_values(3 * 20, random);
    std::vector<float> y = poisoned(60), in_place = x, sum = residual;
    layer_norm({.rows = 3, .cols = 20, .x = x.data(), .residual = residual.data(), .y = y.data()}, pool);
    layer_norm({.rows = 3, .cols = 20, .x = in_place.data(), .residual = sum.data(), .y = in_place.data(), .sum = sum.data()}, pool);
    EXPECT_EQ(y, in_place);
  });
}

}  // namespace layer_norm_test
}  // namespace gearbox::kernels
