#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "ops/run/extent.h"

namespace gearbox::ops {

/// numerator / denominator, both in lowest terms; denominator > 0.
struct Ratio {
  int64_t numerator = 1;
  int64_t denominator = 1;
};

/// A positive finite scale below 2^31 as a fraction: the simplest one that rounds to the same float (0.6 is 3/5), else what the float
/// holds exactly. So floor(extent * scale) has no surprises of rounding and is an integer expression.
inline Ratio ratio_of(float scale) {
  constexpr int64_t kLargestDenominator = 4096;
  int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;  // convergents of the continued fraction
  double rest = scale;
  for (int i = 0; i < 16; ++i) {
    const double whole = std::floor(rest);
    const int64_t p2 = static_cast<int64_t>(whole) * p1 + p0, q2 = static_cast<int64_t>(whole) * q1 + q0;
    if (q2 > kLargestDenominator) break;
    if (static_cast<float>(static_cast<double>(p2) / static_cast<double>(q2)) == scale) return {p2, q2};
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    rest = 1 / (rest - whole);
  }
  int exponent = 0;
  const float mantissa = std::frexp(scale, &exponent);
  const int64_t digits = static_cast<int64_t>(std::ldexp(mantissa, 24));
  if (exponent >= 24) return {digits << (exponent - 24), 1};
  return exponent > -38 ? Ratio{digits, int64_t{1} << (24 - exponent)} : Ratio{0, 1};
}

inline bool usable_scale(float scale) { return scale > 0 && scale < 2147483648.0f; }

/// floor(extent * scale).
template <class T>
T scaled_extent(T extent, float scale) {
  const Ratio ratio = ratio_of(scale);
  return ExtentMath<T>::floordiv(extent * T(ratio.numerator), T(ratio.denominator));
}

}  // namespace gearbox::ops
