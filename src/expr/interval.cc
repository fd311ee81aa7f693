#include "expr/interval.h"

namespace gearbox::interval {

namespace interval_detail {

/// floor(a / b) of two ends, b > 0; infinities as limits.
int64_t quotient(int64_t a, int64_t b) {
  if (b == kHighest) return a < 0 ? -1 : 0;
  if (infinite(a)) return a;
  return a / b - static_cast<int64_t>(a % b != 0 && a < 0);
}

}  // namespace interval_detail

Interval power(Interval base, int32_t exponent) {
  Interval result = {1, 1};
  // Past 64 factors every value other than -1, 0 and 1 has left int64.
  for (int32_t i = 0; i < std::min(exponent, 64 + exponent % 2); ++i) result = mul(result, base);
  if (exponent % 2 == 0) result.lower = std::max<int64_t>(result.lower, 0);
  return result;
}

Interval floordiv(Interval a, Interval b) {
  using interval_detail::quotient;
  b = divisor(b);
  if (b.upper < 0) return floordiv({negate(a.upper), negate(a.lower)}, {negate(b.upper), negate(b.lower)});
  if (b.lower <= 0) {
    const int64_t reach = std::max(a.upper, negate(a.lower));
    return {negate(std::max<int64_t>(reach, 0)), std::max<int64_t>(reach, 0)};
  }
  const auto [lower, upper] =
      std::minmax({quotient(a.lower, b.lower), quotient(a.lower, b.upper), quotient(a.upper, b.lower), quotient(a.upper, b.upper)});
  return {lower, upper};
}

Interval mod(Interval a, Interval b) {
  b = divisor(b);
  Interval result = {b.lower < 0 ? add(b.lower, 1) : 0, b.upper > 0 ? add(b.upper, -1) : 0};
  if (a.lower >= 0 && b.lower > 0) result.upper = std::min(result.upper, a.upper);
  return result;
}

}  // namespace gearbox::interval
