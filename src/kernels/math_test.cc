#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kernels/activation.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace math_test {

/// NaN where nothing is promised.
using Reference = std::function<double(double)>;

/// Finite floats spread over all exponents and both signs, denser where functions bend.
std::vector<float> sample_floats() {
  std::vector<float> x;
  for (uint32_t bits = 0; bits < 0x7F800000u; bits += 20011) {
    x.push_back(std::bit_cast<float>(bits));
    x.push_back(-std::bit_cast<float>(bits));
  }
  for (int i = -100000; i <= 100000; ++i) x.push_back(static_cast<float>(i) * 0.0011f);
  return x;
}

/// The largest |got - want| / scale(want, x): the scale is the value, or max(1, |x|) where absolute, 1 for x below -6. Results
/// too small for a normal float count against FLT_MIN.
double worst_error(ActivationCall call, const Reference& reference, bool absolute) {
  const std::vector<float> x = sample_floats();
  std::vector<float> y(x.size());
  activate(call, x.data(), y.data(), static_cast<int64_t>(x.size()));
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double want = reference(x[i]);
    if (std::isnan(want)) continue;
    if (std::fabs(want) > FLT_MAX) {
      EXPECT_TRUE(std::isinf(y[i])) << x[i];
      continue;
    }
    const double scale =
        absolute ? std::max(1.0, x[i] < -6 ? 0.0 : std::fabs(static_cast<double>(x[i]))) : std::max<double>(std::fabs(want), FLT_MIN);
    const double error = std::fabs(y[i] - want) / scale;
    if (!(error <= worst)) worst = error;
    if (!(error < 1e-3)) ADD_FAILURE() << "x = " << x[i] << ", got " << y[i] << ", want " << want;
    if (!(error < 1e-3)) break;
  }
  return worst;
}

void expect_error_below(double bound, ActivationCall call, const Reference& reference, bool absolute = false) {
  for_each_target([&] { EXPECT_LT(worst_error(call, reference, absolute), bound); });
}

TEST(Math, Exp) {
  expect_error_below(1.5e-7, {Activation::kExp}, [](double x) { return std::exp(x); });
}
TEST(Math, Expm1) {
  expect_error_below(4e-7, {Activation::kElu, 1}, [](double x) { return x < 0 ? std::expm1(x) : x; });
}
TEST(Math, Tanh) {
  expect_error_below(4e-7, {Activation::kTanh}, [](double x) { return std::tanh(x); });
}
TEST(Math, Erf) {
  expect_error_below(5e-7, {Activation::kErf}, [](double x) { return std::erf(x); });
}
TEST(Math, Sigmoid) {
  expect_error_below(4e-7, {Activation::kSigmoid}, [](double x) { return x < -86 ? NAN : 1 / (1 + std::exp(-x)); });
}
TEST(Math, Softplus) {
  expect_error_below(6e-7, {Activation::kSoftplus}, [](double x) { return x < -86 ? NAN : x > 40 ? x : std::log1p(std::exp(x)); });
}
TEST(Math, Mish) {
  expect_error_below(1e-6, {Activation::kMish}, [](double x) {
    return x < -86 ? NAN : x > 40 ? x : x * std::tanh(std::log1p(std::exp(x)));
  });
}
TEST(Math, GeluErf) {
  expect_error_below(3e-7, {Activation::kGeluErf}, [](double x) { return 0.5 * x * (1 + std::erf(x * M_SQRT1_2)); }, true);
}
TEST(Math, GeluTanh) {
  const auto reference = [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); };
  expect_error_below(4e-7, {Activation::kGeluTanh}, reference, true);
}

TEST(Math, NanPassesAndInfinitiesSaturate) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const float x[3] = {NAN, inf, -inf};
  for_each_target([&] {
    for (Activation f : {Activation::kRelu, Activation::kLeakyRelu, Activation::kClip, Activation::kSigmoid, Activation::kHardSigmoid,
                         Activation::kHardSwish, Activation::kTanh, Activation::kGeluErf, Activation::kGeluTanh, Activation::kSilu,
                         Activation::kElu, Activation::kExp, Activation::kSoftplus, Activation::kErf, Activation::kMish}) {
      float y[3];
      activate({f, 0.5f, 2}, x, y, 3);
      EXPECT_TRUE(std::isnan(y[0])) << static_cast<int>(f);
    }
    float y[3];
    activate({Activation::kExp}, x, y, 3);
    EXPECT_EQ(y[1], inf);
    EXPECT_EQ(y[2], 0);
    activate({Activation::kTanh}, x, y, 3);
    EXPECT_EQ(y[1], 1);
    EXPECT_EQ(y[2], -1);
    activate({Activation::kSigmoid}, x, y, 3);
    EXPECT_EQ(y[1], 1);
    EXPECT_EQ(y[2], 0);
    activate({Activation::kSoftplus}, x, y, 3);
    EXPECT_EQ(y[1], inf);
    EXPECT_EQ(y[2], 0);
    for (const Activation f : {Activation::kGeluErf, Activation::kGeluTanh}) {
      activate({f}, x, y, 3);
      EXPECT_EQ(y[1], inf);
      EXPECT_TRUE(std::isnan(y[2])) << y[2];
    }
  });
}

}  // namespace math_test
}  // namespace gearbox::kernels
