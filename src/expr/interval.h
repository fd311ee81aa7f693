#pragma once

#include <algorithm>
#include <cstdint>

#include "expr/dim.h"

/// Interval arithmetic that saturates: INT64_MIN and INT64_MAX stand for minus and plus infinity and stay infinite.
namespace gearbox::interval {

constexpr int64_t kLowest = INT64_MIN;
constexpr int64_t kHighest = INT64_MAX;
constexpr Interval kAll = {kLowest, kHighest};

inline bool infinite(int64_t v) { return v == kLowest || v == kHighest; }

inline int64_t clamp(__int128 v) { return static_cast<int64_t>(std::clamp<__int128>(v, kLowest, kHighest)); }

/// Sum of two lower ends or of two upper ends; an infinite end wins.
inline int64_t add(int64_t a, int64_t b) {
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  return clamp(static_cast<__int128>(a) + b);
}

inline int64_t mul(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (infinite(a) || infinite(b)) return (a < 0) == (b < 0) ? kHighest : kLowest;
  return clamp(static_cast<__int128>(a) * b);
}

inline int64_t negate(int64_t v) { return v == kLowest ? kHighest : v == kHighest ? kLowest : -v; }

inline Interval add(Interval a, Interval b) { return {add(a.lower, b.lower), add(a.upper, b.upper)}; }

inline Interval mul(Interval a, Interval b) {
  const auto [lower, upper] =
      std::minmax({mul(a.lower, b.lower), mul(a.lower, b.upper), mul(a.upper, b.lower), mul(a.upper, b.upper)});
  return {lower, upper};
}

Interval power(Interval base, int32_t exponent);
Interval floordiv(Interval a, Interval b);
Interval mod(Interval a, Interval b);

/// What a divisor can be where the division is defined: zero does not count.
inline Interval divisor(Interval b) {
  if (b.lower == 0) b.lower = 1;
  if (b.upper == 0) b.upper = -1;
  return b;
}

}  // namespace gearbox::interval
