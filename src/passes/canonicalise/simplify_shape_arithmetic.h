#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Detaches operators from the tensors that tell them extents, where these are known as expressions of the inputs' extents: Reshape
/// becomes View, Expand ExpandTo, ConstantOfShape Fill, and Range of int64 RangeTo. Integers that are known so and read by
/// others still come from one ShapeVector. What computed them is then dead code. A View of a view looks through it, and a View to its
/// input's own shape disappears. Nested graphs and extents known only during the run are left alone.
Result<int> simplify_shape_arithmetic(Graph& graph, const PassContext& context);

}  // namespace gearbox
