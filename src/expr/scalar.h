#pragma once

#include <cstdint>
#include <optional>

/// The one meaning of each integer operation: constant folding, evaluation and bytecode all call these. nullopt where the result
/// leaves int64 or is undefined.
namespace gearbox::scalar {

using Value = std::optional<int64_t>;

inline Value add(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
  return r;
}

inline Value mul(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
  return r;
}

/// Rounds towards minus infinity for either sign of the divisor.
inline Value floordiv(int64_t a, int64_t b) {
  if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
  const int64_t q = a / b;
  return q - static_cast<int64_t>(a % b != 0 && (a < 0) != (b < 0));
}

/// a - b*floordiv(a, b): zero or of the divisor's sign.
inline Value mod(int64_t a, int64_t b) {
  if (b == 0) return std::nullopt;
  if (b == -1) return 0;
  const int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

inline Value broadcast(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  return std::nullopt;
}

}  // namespace gearbox::scalar
