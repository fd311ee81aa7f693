#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Removes nodes that change nothing, by proof: Identity, inference-time Dropout, Cast to the same type, Reshape, Expand, Flatten,
/// Squeeze … to the input's own shape, Transpose by the identity, Concat and Sum of one input, Slice and Pad of nothing.
/// Views of views look through to the first.
Result<int> drop_views(Graph& graph, const PassContext& context);

}  // namespace gearbox
