#pragma once

#include <string>

#include "ops/kernel_api.h"

namespace gearbox::cli {

/// |a - b| <= absolute + relative * |a| counts as equal, a being the expected value; NaN equals NaN. Integers and bools must be equal.
struct Tolerance {
  double absolute = 1e-5;
  double relative = 1e-3;
};

/// How far two tensors are apart.
struct Difference {
  std::string incomparable;        ///< element type or extents differ: in words
  int64_t beyond = 0;              ///< elements beyond the tolerance
  int64_t first = -1;              ///< index of the first of them
  double expected = 0, given = 0;  ///< its values
  double max_absolute = 0, max_relative = 0;

  bool equal() const { return incomparable.empty() && beyond == 0; }
  /// The difference in words, empty where there is none.
  std::string text() const;
};

/// bf16 is compared with a relative tolerance of at least 2^-7, f16 of at least 2^-10.
Difference compare_tensors(const Tensor& expected, const Tensor& given, const Tolerance& tolerance);

/// What a quarter of the finite elements do not exceed in magnitude, which large ones among them do not move; 0 where there are none, and
/// for all but floats.
double lower_quartile_magnitude(const Tensor& tensor);

}  // namespace gearbox::cli
