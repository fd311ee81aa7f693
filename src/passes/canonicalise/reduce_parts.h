#pragma once

#include "passes/pass.h"

namespace gearbox {

/// A sum or mean over an axis along which a few tensors were put side by side, by Concat of unsqueezed ones or by Concat and Reshape, adds
/// the tensors themselves: nothing is gathered first, and the additions can join the loops around them.
Result<int> reduce_parts(Graph& graph, const PassContext& context);

}  // namespace gearbox
