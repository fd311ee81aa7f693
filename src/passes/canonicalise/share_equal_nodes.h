#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Nodes that compute the same from the same values (operator, version, attributes, inputs) become one, as do constants with equal
/// bytes. Nodes with bodies or control edges and random generators stay apart.
Result<int> share_equal_nodes(Graph& graph, const PassContext& context);

}  // namespace gearbox
