#pragma once

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// Forward inference over the whole graph in topological order: resolves definitions, checks schemas and input types, sets dtype,
/// shape and symbolic contents of every value, and collects the run-time checks of what is not proven in graph.checks().
/// Run again after rewrites: everything is derived anew. Errors name node and tensor.
Status infer_shapes(Graph& graph, const OpRegistry& registry);

/// Infers one node whose inputs have been inferred. For passes that want the type of what they add.
Status infer_node(Node& node, Graph& graph, const OpRegistry& registry);

}  // namespace gearbox
