#include "passes/pass.h"

#include "ir/verifier.h"

namespace gearbox {

namespace {

/// Replaced earlier in this round: nothing reads it any more.
bool is_dead(const Node& node, const Graph& graph) {
  for (const Value* output : node.output_list()) {
    if (output && (!output->users().empty() || graph.is_output(output))) return false;
  }
  return true;
}

struct Replaced {
  TensorType before;
  const Value* by;
};

bool fits(const TensorType& before, const TensorType& after) {
  if (before.dtype != DType::kUndefined && before.dtype != after.dtype) return false;
  return !before.ranked() || !after.ranked() || before.rank() == after.rank();
}

}  // namespace

Status apply_patch(Graph& graph, Patch patch, const PassContext& context, std::string_view pass) {
  context.log.log("pass", [&] { return std::string(pass) + ": " + patch.note(); });
  const std::vector<Node*> added = patch.added();
  std::vector<Replaced> replaced;
  for (const auto& [before, by] : patch.replacements()) replaced.push_back({before->type(), by});
  graph.apply(std::move(patch));
  for (Node* fresh : added) GBX_RETURN_IF_ERROR(infer_node(*fresh, graph, context.ops));
  for (const auto& [before, by] : replaced) {
    if (!fits(before, by->type())) return internal_error("'" + by->name() + "' would not be what it was before the rewrite");
  }
  return {};
}

Result<int> rewrite_nodes(Graph& graph, const PassContext& context, std::string_view pass,
                          const std::function<Result<Patch>(Node&, Graph&)>& rule) {
  int rewrites = 0;
  constexpr int kMostRounds = 32;
  for (int round = 0; round < kMostRounds; ++round) {
    int before = rewrites;
    const std::vector<Node*> order = graph.nodes();
    for (Node* node : order) {
      if (is_dead(*node, graph)) continue;
      GBX_ASSIGN_OR_RETURN(Patch patch, rule(*node, graph));
      if (patch.empty()) continue;
      GBX_RETURN_IF_ERROR(apply_patch(graph, std::move(patch), context, pass));
      ++rewrites;
    }
    if (rewrites == before) break;
    graph.erase_dead();
  }
  return rewrites;
}

namespace {

Result<int> run_alone(Graph& graph, const PassContext& context, const Pass& pass);

Result<int> run_everywhere(Graph& graph, const PassContext& context, const Pass& pass) {
  int rewrites = 0;
  for (Node* node : std::vector<Node*>(graph.nodes())) {
    for (auto& [name, body] : node->bodies()) {
      const bool closed = body->scope() != graph.scope();
      PassContext inside = context;
      inside.nested = !closed;
      GBX_ASSIGN_OR_RETURN(const int inner, closed ? run_alone(*body, inside, pass) : run_everywhere(*body, inside, pass));
      rewrites += inner;
    }
  }
  GBX_ASSIGN_OR_RETURN(const int outer, pass.run(graph, context));
  return rewrites + outer;
}

/// The pass over a graph with symbols of its own: what it changed is inferred anew.
Result<int> run_alone(Graph& graph, const PassContext& context, const Pass& pass) {
  auto rewrites = run_everywhere(graph, context, pass);
  if (!rewrites.ok()) return rewrites.status().at("pass " + std::string(pass.name));
  if (*rewrites == 0) return 0;
  graph.erase_dead();
  Status status = infer_shapes(graph, context.ops);
  if (status.ok()) status = verify(graph);
  if (!status.ok()) return std::move(status).at("after pass " + std::string(pass.name));
  return rewrites;
}

}  // namespace

Status run_passes(Graph& graph, const PassContext& context, std::span<const Pass> passes) {
  for (const Pass& pass : passes) {
    GBX_ASSIGN_OR_RETURN(const int rewrites, run_alone(graph, context, pass));
    if (rewrites > 0) context.log.log("pass", [&] { return std::string(pass.name) + ": " + std::to_string(rewrites) + " rewrites"; });
  }
  return {};
}

}  // namespace gearbox
