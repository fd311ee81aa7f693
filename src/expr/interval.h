#pragma once

#include <cstdint>

#include "expr/dim.h"

/// Interval arithmetic. A lower end of INT64_MIN and an upper end of INT64_MAX stand for minus and plus infinity and stay infinite; a
/// result past int64 becomes infinite.
namespace gearbox::interval {

constexpr Interval kAll = {INT64_MIN, INT64_MAX};

inline bool is_point(Interval a) { return a.lower == a.upper; }

Interval add(Interval a, Interval b);
Interval mul(Interval a, Interval b);
Interval power(Interval base, int32_t exponent);
Interval floordiv(Interval a, Interval b);
Interval mod(Interval a, Interval b);

/// What a divisor can be where the division is defined: zero does not count.
inline Interval divisor(Interval b) {
  if (b.lower == 0 && b.upper > 0) b.lower = 1;
  if (b.upper == 0 && b.lower < 0) b.upper = -1;
  return b;
}

}  // namespace gearbox::interval
