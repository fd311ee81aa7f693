#pragma once

#include <vector>

#include "api/options/gear_scope.h"
#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// Nodes of one graph, the main one or one nested in it.
struct ScopeRegion {
  Graph* graph = nullptr;
  std::vector<Node*> nodes;  ///< in topological order, not empty, and closed: no path leaves them and comes back
};

/// The nodes that the words mean, by the names in the imported graph. Between tensors lie the nodes on a path from one of `from` to one of
/// `to` that runs through no other of `from`. Errors name what is unknown (with the nearest name that is not), a tensor that leads nowhere,
/// and the path that leaves the nodes and comes back.
Result<ScopeRegion> find_region(Graph& main, const options::GearScopeWords& words);

}  // namespace gearbox
