#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/conv.h"

namespace gearbox::kernels {

/// A half-open range.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
};

/// Piece `index` of [0, extent) cut in `pieces` that differ by one at most.
inline Range piece_of(int64_t extent, int64_t pieces, int64_t index) { return {extent * index / pieces, extent * (index + 1) / pieces}; }

/// The same with borders at multiples of `step`, but for the end.
inline Range piece_of(int64_t extent, int64_t pieces, int64_t index, int64_t step) {
  const Range steps = piece_of((extent + step - 1) / step, pieces, index);
  return {std::min(extent, steps.begin * step), std::min(extent, steps.end * step)};
}

/// The valid input positions that outputs `out` of an axis read.
inline Range valid_inputs(const ConvAxis& axis, Range out) {
  const int64_t begin = out.begin * axis.stride - axis.pad;
  const int64_t end = (out.end - 1) * axis.stride - axis.pad + (axis.kernel - 1) * axis.dilation + 1;
  return {std::clamp<int64_t>(begin, 0, axis.in), std::clamp<int64_t>(end, 0, axis.in)};
}

/// The taps that fall inside the input for output `at`.
inline Range valid_taps(const ConvAxis& axis, int64_t at) {
  const int64_t first = at * axis.stride - axis.pad;
  if (first >= 0 && first + (axis.kernel - 1) * axis.dilation < axis.in) return {0, axis.kernel};
  const int64_t begin = first >= 0 ? 0 : std::min(axis.kernel, (-first + axis.dilation - 1) / axis.dilation);
  const int64_t end = first >= axis.in ? 0 : std::min(axis.kernel, (axis.in - first + axis.dilation - 1) / axis.dilation);
  return {std::min(begin, end), end};
}

}  // namespace gearbox::kernels
