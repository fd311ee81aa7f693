#include "expr/interval.h"

#include <algorithm>

namespace gearbox::interval {

namespace interval_detail {

__extension__ typedef __int128 Wide;

/// Beyond any product of two int64.
constexpr Wide kInfinity = (Wide{1} << 126) + 1;

struct Ends {
  Wide lower;
  Wide upper;
};

Ends widen(Interval a) { return {a.lower == INT64_MIN ? -kInfinity : Wide{a.lower}, a.upper == INT64_MAX ? kInfinity : Wide{a.upper}}; }

Interval narrow(Ends a) {
  return {static_cast<int64_t>(std::clamp<Wide>(a.lower, INT64_MIN, INT64_MAX)),
          static_cast<int64_t>(std::clamp<Wide>(a.upper, INT64_MIN, INT64_MAX))};
}

bool infinite(Wide v) { return v == kInfinity || v == -kInfinity; }

Wide mul(Wide a, Wide b) {
  if (a == 0 || b == 0) return 0;
  if (infinite(a) || infinite(b)) return (a < 0) == (b < 0) ? kInfinity : -kInfinity;
  return a * b;
}

/// floor(a / b), b > 0; infinities as limits.
Wide quotient(Wide a, Wide b) {
  if (b == kInfinity) return a < 0 ? -1 : 0;
  if (infinite(a)) return a;
  return a / b - static_cast<Wide>(a % b != 0 && a < 0);
}

template <class Operation>
Interval over_corners(Ends a, Ends b, Operation&& operation) {
  const auto [lower, upper] =
      std::minmax({operation(a.lower, b.lower), operation(a.lower, b.upper), operation(a.upper, b.lower), operation(a.upper, b.upper)});
  return narrow({lower, upper});
}

}  // namespace interval_detail

using namespace interval_detail;

Interval add(Interval a, Interval b) {
  const Ends x = widen(a), y = widen(b);
  const auto end = [](Wide p, Wide q) { return infinite(p) ? p : infinite(q) ? q : p + q; };
  return narrow({end(x.lower, y.lower), end(x.upper, y.upper)});
}

Interval mul(Interval a, Interval b) {
  return over_corners(widen(a), widen(b), [](Wide p, Wide q) { return mul(p, q); });
}

Interval power(Interval base, int32_t exponent) {
  Interval result = {1, 1};
  // Past 64 factors every value other than -1, 0 and 1 has left int64.
  for (int32_t i = 0; i < std::min(exponent, 64 + exponent % 2); ++i) result = mul(result, base);
  if (exponent % 2 == 0) result.lower = std::max<int64_t>(result.lower, 0);
  return result;
}

Interval floordiv(Interval a, Interval b) {
  b = divisor(b);
  const Ends x = widen(a), y = widen(b);
  if (y.lower > 0) return over_corners(x, y, quotient);
  if (y.upper < 0) return over_corners({-x.upper, -x.lower}, {-y.upper, -y.lower}, quotient);
  const Wide reach = std::max({x.upper, -x.lower, Wide{0}});
  return narrow({-reach, reach});
}

Interval mod(Interval a, Interval b) {
  b = divisor(b);
  Interval result = {b.lower < 0 ? b.lower + 1 : 0, b.upper > 0 ? b.upper - 1 : 0};
  if (a.lower >= 0 && b.lower > 0) result.upper = std::min(result.upper, a.upper);
  return result;
}

}  // namespace gearbox::interval
