#include "kernels/reduce.h"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace reduce_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kOps = 10;

/// The definition in double.
double reference(ReduceOp op, const std::vector<double>& x) {
  double sum = 0, product = 1, maximum = -kInfinity, minimum = kInfinity, absolute = 0, squares = 0, exponentials = 0;
  for (double v : x) {
    sum += v;
    product *= v;
    maximum = std::isnan(v) || std::isnan(maximum) ? NAN : std::max(maximum, v);
    minimum = std::isnan(v) || std::isnan(minimum) ? NAN : std::min(minimum, v);
    absolute += std::fabs(v);
    squares += v * v;
    exponentials += std::exp(v);
  }
  switch (op) {
    case ReduceOp::kSum: return sum;
    case ReduceOp::kMean: return sum / static_cast<double>(x.size());
    case ReduceOp::kMax: return maximum;
    case ReduceOp::kMin: return minimum;
    case ReduceOp::kProd: return product;
    case ReduceOp::kL1: return absolute;
    case ReduceOp::kL2: return std::sqrt(squares);
    case ReduceOp::kSumSquare: return squares;
    case ReduceOp::kLogSum: return std::log(sum);
    case ReduceOp::kLogSumExp: return std::log(exponentials);
  }
  return NAN;
}

void check(int64_t outer, int64_t extent, int64_t inner, ThreadPool& pool, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << outer << " x " << extent << " x " << inner);
  const std::vector<float> x = random_values(outer * extent * inner, random);
  for (int op = 0; op < kOps; ++op) {
    std::vector<float> y = poisoned(outer * inner + 1);
    reduce(static_cast<ReduceOp>(op), outer, extent, inner, x.data(), y.data(), pool);
    ASSERT_TRUE(std::isnan(y.back()));
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t c = 0; c < inner; ++c) {
        std::vector<double> column;
        for (int64_t i = 0; i < extent; ++i) column.push_back(x[(o * extent + i) * inner + c]);
        const double want = reference(static_cast<ReduceOp>(op), column);
        const float got = y[o * inner + c];
        if (std::isfinite(want)) {
          // A logarithm of a sum near 0 magnifies the rounding of the sum.
          const double slack = static_cast<ReduceOp>(op) == ReduceOp::kLogSum ? 1 / std::fabs(std::exp(want)) : 1;
          ASSERT_NEAR(got, want, 1e-5 * (1 + std::fabs(want)) * (1 + slack)) << "op " << op;
        } else {
          ASSERT_TRUE(std::isnan(want) ? std::isnan(got) : got == want) << "op " << op << " got " << got << " want " << want;
        }
      }
    }
  }
}

TEST(Reduce, EveryOpAndShape) {
  std::mt19937 random(1);
  ThreadPool pool(2);
  for_each_target([&] {
    for (int64_t outer : {0, 1, 3}) {
      for (int64_t extent : {0, 1, 2, 15, 16, 17, 63, 150}) {
        for (int64_t inner : {0, 1, 2, 7, 16, 64, 65, 131}) check(outer, extent, inner, pool, random);
      }
    }
    check(1, 20000, 1, pool, random);
    check(300, 200, 1, pool, random);
  });
}

TEST(Reduce, SpecialValues) {
  ThreadPool pool(1);
  constexpr float inf = std::numeric_limits<float>::infinity();
  for_each_target([&] {
    for (int64_t inner : {1, 3}) {
      for (int64_t n : {1, 5, 40}) {
        for (int64_t where = 0; where < n; ++where) {
          std::vector<float> x(static_cast<size_t>(n * inner), 0.5f), y(static_cast<size_t>(inner));
          const auto run = [&](ReduceOp op, float special) {
            x[static_cast<size_t>(where * inner)] = special;
            reduce(op, 1, n, inner, x.data(), y.data(), pool);
            return y[0];
          };
          EXPECT_TRUE(std::isnan(run(ReduceOp::kMax, NAN)));
          EXPECT_TRUE(std::isnan(run(ReduceOp::kMin, NAN)));
          EXPECT_TRUE(std::isnan(run(ReduceOp::kSum, NAN)));
          EXPECT_TRUE(std::isnan(run(ReduceOp::kLogSumExp, NAN)));
          EXPECT_EQ(run(ReduceOp::kLogSumExp, inf), inf);
          EXPECT_EQ(run(ReduceOp::kMax, inf), inf);
          EXPECT_NEAR(run(ReduceOp::kLogSumExp, 1000), 1000, 1e-3);
        }
      }
    }
  });
}

}  // namespace reduce_test
}  // namespace gearbox::kernels
