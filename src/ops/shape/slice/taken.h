#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "ops/run/extent.h"

namespace gearbox::ops::slice {

/// What a Slice takes of one axis: `count` indices, the first of them `first`.
template <class T>
struct Taken {
  T first;
  T count;
};

/// A border of a slice as an index in [lowest, highest]. `at` counts from the end where it is negative; at or beyond the range of
/// int32 it means the very end (or start), as exporters write it.
template <class T>
T border(T at, bool negative, T extent, T lowest, T highest) {
  using Math = ExtentMath<T>;
  if (const auto number = Math::number(at)) {
    if (*number >= std::numeric_limits<int32_t>::max()) return highest;
    if (*number <= -std::numeric_limits<int32_t>::max()) return lowest;
  }
  const T index = negative ? at + extent : at;
  return Math::min(Math::max(index, lowest), highest);
}

/// Indices start, start + step, … before end, with Python's rules for negative and too large borders; step is not 0. The flags say
/// whether the borders are negative.
template <class T>
Taken<T> taken(T extent, T start, bool start_negative, T end, bool end_negative, int64_t step) {
  using Math = ExtentMath<T>;
  if (step > 0) {
    const T first = border<T>(start, start_negative, extent, T(0), extent), last = border<T>(end, end_negative, extent, T(0), extent);
    return {first, Math::max(Math::ceildiv(last - first, T(step)), T(0))};
  }
  const T highest = extent - T(1);
  const T first = border<T>(start, start_negative, extent, Math::min(T(0), highest), highest);
  const T last = border<T>(end, end_negative, extent, T(-1), highest);
  return {first, Math::max(Math::ceildiv(first - last, T(-step)), T(0))};
}

}  // namespace gearbox::ops::slice
