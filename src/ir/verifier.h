#pragma once

#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// Checks what every pass must leave intact, in the graph and its bodies: each value has one producer that knows it, uses and users agree,
/// operands live in the graph, names are unique, there is no cycle, constants and quantisation fit their types, bodies share the
/// scope and take as many captures as the node gives them. The error (kInternal) names the graph, node or value.
Status verify(const Graph& graph);

/// verify, and every value has an element type: holds once types have been inferred.
Status verify_typed(const Graph& graph);

}  // namespace gearbox
