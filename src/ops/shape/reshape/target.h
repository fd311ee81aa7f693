#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace gearbox::ops::reshape {

/// The extents Reshape produces, for T = int64_t at run time and T = Dim at compile time: a requested 0 copies the input's extent
/// (unless allow_zero), one -1 takes what is left. Errors: two -1, a copied axis the input does not have.
/// `is` tests an extent against a number, `volume` multiplies extents, `divide` divides a volume by another.
template <class T, class Is, class Volume, class Divide>
Result<std::vector<T>> target(std::span<const T> input, std::span<const T> requested, bool allow_zero, Is is, Volume volume,
                              Divide divide) {
  std::vector<T> out(requested.begin(), requested.end());
  std::vector<T> left(input.begin(), input.end()), others;  // without the axes that are copied: a copied 0 must not hide the rest
  int64_t inferred = -1;
  for (size_t i = 0; i < out.size(); ++i) {
    if (is(out[i], -1)) {
      if (inferred >= 0) return invalid_argument("the shape has more than one -1");
      inferred = static_cast<int64_t>(i);
    } else if (is(out[i], 0) && !allow_zero) {
      if (i >= input.size()) return invalid_argument("the shape copies axis " + std::to_string(i) + ", which the input does not have");
      out[i] = input[i];
      left[i] = T(1);
    } else {
      others.push_back(out[i]);
    }
  }
  if (inferred >= 0) out[static_cast<size_t>(inferred)] = divide(volume(left), volume(others));
  return out;
}

}  // namespace gearbox::ops::reshape
