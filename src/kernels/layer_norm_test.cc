#include "kernels/layer_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

/// The largest error of a row's results, in units of what a mean and elements rounded to floats leave of them.
double worst_error(const std::vector<float>& x, ThreadPool& pool) {
  std::vector<float> y = poisoned(static_cast<int64_t>(x.size()));
  const auto count = static_cast<int64_t>(x.size());
  layer_norm({.rows = 1, .cols = count, .epsilon = 0, .x = x.data(), .y = y.data()}, pool);
  double mean = 0, variance = 0, worst = 0, largest = 0;
  for (const float v : x) mean += v / static_cast<double>(count);
  for (const float v : x) variance += (v - mean) * (v - mean) / static_cast<double>(count);
  const double deviation = std::sqrt(variance);
  for (size_t i = 0; i < x.size(); ++i) {
    largest = std::max<double>(largest, std::fabs(x[i]));
    worst = std::max(worst, std::fabs(y[i] - (x[i] - mean) / deviation));
  }
  return worst * deviation / (largest + std::fabs(mean)) / std::numeric_limits<float>::epsilon();
}

TEST(LayerNorm, LargeMeansAndOutliersKeepTheirDigits) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  ThreadPool pool(1);
  for_each_target([&] {
    double plain = 0, apart = 0, outliers = 0;
    for (const int64_t cols : {5, 16, 100, 768, 4096}) {
      for (const float mean : {0.0f, 1.0f, -100.0f, 1e4f}) {
        for (int repeat = 0; repeat < 20; ++repeat) {
          std::vector<float> x(static_cast<size_t>(cols));
          for (float& v : x) v = mean + normal(random);
          plain = std::max(plain, worst_error(x, pool));
          for (size_t i = 0; i < x.size() && i < 16; ++i) x[i] += 1e3f;
          apart = std::max(apart, worst_error(x, pool));
          x.assign(x.size(), mean);
          x.back() += 1e-2f;
          x.front() -= 1e3f;
          outliers = std::max(outliers, worst_error(x, pool));
        }
      }
    }
    EXPECT_LT(plain, 3);
    EXPECT_LT(apart, 3);
    EXPECT_LT(outliers, 5);
  });
}

TEST(LayerNorm, InfinitiesAndNanStayInTheirRow) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  ThreadPool pool(1);
  for_each_target([&] {
    for (const float odd : {inf, -inf, NAN, 3e38f}) {
      for (const int64_t at : {0, 39, 40, 79, 119}) {
        std::vector<float> x(120), y = poisoned(120);
        for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 7);
        x[static_cast<size_t>(at)] = odd;
        layer_norm({.rows = 3, .cols = 40, .x = x.data(), .y = y.data()}, pool);
        for (int64_t i = 0; i < 120; ++i) {
          if (i / 40 != at / 40) {
            EXPECT_TRUE(std::isfinite(y[static_cast<size_t>(i)])) << i;
          }
        }
        if (odd != 3e38f) {
          EXPECT_TRUE(std::isnan(y[static_cast<size_t>(at)]));
        }
      }
    }
  });
}

}  // namespace layer_norm_test
}  // namespace gearbox::kernels
