#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Gives every graph output a node of its own: an output that is an input, a constant, or the same value as another output is
/// copied by an Identity, so that each has its own buffer.
Result<int> separate_outputs(Graph& graph, const PassContext& context);

}  // namespace gearbox
