#pragma once

#include <optional>
#include <vector>

#include "shape/infer_context.h"

namespace gearbox::ops {

/// numerator / denominator; denominator > 0.
struct Fraction {
  Dim numerator = 0;
  int64_t denominator = 1;

  /// Rounded towards zero; overflow() where the sign is not known.
  Dim truncated() const;
};

/// The elements of a small tensor that a model computes from extents in floating point (extent * 0.5, then Floor, then Cast): followed
/// back through element-wise arithmetic to integer contents and constants. Only factors whose rounding cannot move the result across
/// an integer are accepted, and numbers are demanded to stay where the type holds every integer. nullopt where something else stands in the
/// way.
Result<std::optional<std::vector<Fraction>>> fraction_contents(InferContext& context, const Value& value);

}  // namespace gearbox::ops
