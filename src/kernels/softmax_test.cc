#include "kernels/softmax.h"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/random_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace softmax_test {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void check(int64_t outer, int64_t extent, int64_t inner, int threads, std::mt19937& random) {
  SCOPED_TRACE(testing::Message() << outer << " x " << extent << " x " << inner);
  std::vector<float> x = random_values(outer * extent * inner, random);
  for (float& v : x) v *= 20;
  for (size_t i = 0; i < x.size(); i += 11) x[i] = -kInfinity;
  for (int64_t o = 0; o < outer && extent > 0; ++o) std::fill_n(x.begin() + o * extent * inner, inner, 1.0f);
  ThreadPool& pool = test_pool(threads);
  for (SoftmaxKind kind : {SoftmaxKind::kSoftmax, SoftmaxKind::kLogSoftmax}) {
    std::vector<float> y = poisoned(outer * extent * inner + 1);
    softmax(kind, outer, extent, inner, x.data(), y.data(), pool);
    ASSERT_TRUE(std::isnan(y.back()));
    std::vector<float> in_place = x;
    softmax(kind, outer, extent, inner, in_place.data(), in_place.data(), pool);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t c = 0; c < inner; ++c) {
        const auto at = [&](int64_t i) { return (o * extent + i) * inner + c; };
        double maximum = -kInfinity, sum = 0;
        for (int64_t i = 0; i < extent; ++i) maximum = std::max<double>(maximum, x[at(i)]);
        for (int64_t i = 0; i < extent; ++i) sum += std::exp(x[at(i)] - maximum);
        for (int64_t i = 0; i < extent; ++i) {
          const double log_p = x[at(i)] - maximum - std::log(sum);
          ASSERT_EQ(y[at(i)], in_place[at(i)]);
          if (kind == SoftmaxKind::kSoftmax) {
            ASSERT_NEAR(y[at(i)], std::exp(log_p), 1e-6);
          } else if (std::isinf(log_p)) {
            ASSERT_EQ(y[at(i)], -kInfinity);
          } else {
            ASSERT_NEAR(y[at(i)], log_p, 1e-5);
          }
        }
      }
    }
  }
}

TEST(Softmax, EveryShape) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int64_t outer : {0, 1, 3}) {
      for (int64_t extent : {0, 1, 2, 15, 16, 17, 33, 100}) {
        for (int64_t inner : {0, 1, 2, 7, 64, 65}) check(outer, extent, inner, 1, random);
      }
    }
    check(70, 300, 1, 3, random);
    check(3, 5000, 1, 1, random);
    check(3, 50, 200, 3, random);
  });
}

TEST(Softmax, NanAndAllInfiniteRowsGiveNan) {
  ThreadPool pool(1);
  for_each_target([&] {
    for (int64_t inner : {1, 2}) {
      std::vector<float> x(6, 1.0f), y(6), low(6, -kInfinity);
      x[2] = NAN;
      softmax(SoftmaxKind::kSoftmax, 1, 6 / inner, inner, x.data(), y.data(), pool);
      for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(std::isnan(y[i]), i % inner == 0);
      softmax(SoftmaxKind::kSoftmax, 1, 6 / inner, inner, low.data(), y.data(), pool);
      for (float v : y) EXPECT_TRUE(std::isnan(v));
    }
  });
}

}  // namespace softmax_test
}  // namespace gearbox::kernels
