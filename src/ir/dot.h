#pragma once

#include <string>

#include "ir/graph.h"

namespace gearbox {

/// The graph in Graphviz's language: nodes as boxes, values as labelled edges, bodies as clusters, control edges dashed. Constants are left
/// out.
std::string dot(const Graph& graph);

}  // namespace gearbox
