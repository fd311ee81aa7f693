#pragma once

#include "base/status.h"
#include "ir/graph.h"
#include "shape/infer_context.h"

namespace gearbox {

/// What the inference driver asks of the operators. The operator registry answers.
class NodeRules {
 public:
  virtual ~NodeRules() = default;
  /// Sets the node's definition and checks its schema; an error names operator, domain, version and node.
  virtual Status resolve(Node& node) const = 0;
  /// Checks the types of the node's inputs, then runs its shape rule.
  virtual Status infer(InferContext& context) const = 0;
};

/// Forward inference over the whole graph in topological order: sets dtype, shape and symbolic contents of every node output and
/// collects the run-time checks of what is not proven in graph.checks(). Run again after rewrites: everything is derived anew.
/// Bodies of control flow are inferred with their node, closed bodies by themselves where they have not been. Errors name node and tensor.
Status infer_shapes(Graph& graph, const NodeRules& rules);

/// Infers one node whose inputs have been inferred: for passes that need the type of what they add.
Status infer_node(Node& node, Graph& graph, const NodeRules& rules);

}  // namespace gearbox
