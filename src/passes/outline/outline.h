#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// A path that leaves the nodes of a graph and comes back to them, both ends included, along values and control edges; empty where the
/// nodes are closed: they can become one node.
std::vector<const Node*> path_outside(const Graph& graph, const std::vector<Node*>& nodes);

/// Moves nodes of a graph whose types have been inferred into the body of one new node, a PartitionedCall called `name`:
///
///   %y = gearbox::PartitionedCall(%boxes, %features) { body = graph @name(%boxes: f32[K,4], %features: f32[1,C,H,W]) -> (%y: …) given …
///   {…} }
///
/// The body keeps the names of nodes and values. It has symbols of its own, one for each that stands alone (or as a multiple) in an extent
/// of its inputs, called as users call it ("N", "nonzero.1" for an extent that a step decides), and one, called "value.axis", for each
/// expression that these do not tell; with their ranges, the facts and the contents that they can express. Constants are repeated inside.
/// The nodes must be closed (path_outside) and not empty. Pointers to them, and to graphs nested in them, are invalid afterwards.
Result<Node*> outline(Graph& graph, const std::vector<Node*>& nodes, const std::string& name, const OpRegistry& ops);

}  // namespace gearbox
