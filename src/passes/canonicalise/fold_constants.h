#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Replaces a node whose inputs are all constants, or whose integer results are known as constant contents, by constants.
/// Results larger than 256 MiB and twice what they are made from stay: folding them would only grow the package.
Result<int> fold_constants(Graph& graph, const PassContext& context);

}  // namespace gearbox
