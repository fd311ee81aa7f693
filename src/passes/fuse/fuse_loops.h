#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Joins element-wise nodes whose results have the same shape by proof into FusedLoop nodes, each compiled to one loop: along edges, where
/// no path leads from one to the other around the edge. Single nodes become loops of their own, so that none runs a plain kernel.
Result<int> fuse_loops(Graph& graph, const PassContext& context);

}  // namespace gearbox
