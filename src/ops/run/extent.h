#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace gearbox::ops {

/// The arithmetic that shape formulas need. One template then serves extents as numbers (run time) and as expressions (compile
/// time, through ops/extent_dim.h).
template <class T>
struct ExtentMath;

template <>
struct ExtentMath<int64_t> {
  static std::optional<int64_t> number(int64_t x) { return x; }
  static int64_t floordiv(int64_t a, int64_t b) {
    const int64_t q = a / b;
    return q * b > a ? q - 1 : q;
  }
  static int64_t ceildiv(int64_t a, int64_t b) { return -floordiv(-a, b); }
  static int64_t min(int64_t a, int64_t b) { return std::min(a, b); }
  static int64_t max(int64_t a, int64_t b) { return std::max(a, b); }
};

}  // namespace gearbox::ops
