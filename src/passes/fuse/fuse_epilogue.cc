#include "passes/fuse/fuse_epilogue.h"

#include <algorithm>
#include <map>

#include "ops/epilogue.h"
#include "ops/run/epilogue.h"
#include "passes/fuse/epilogue_step.h"

namespace gearbox {

namespace fuse_epilogue_rule {

using Positions = std::map<const Node*, size_t>;

bool has_epilogue(const Node& node) {
  if (node.domain() != "gearbox" || !node.definition()) return false;
  const auto& attributes = node.definition()->attributes();
  return std::any_of(attributes.begin(), attributes.end(), [](const AttributeDef& a) { return a.name == "epilogue_kinds"; });
}

/// The axis whose index is the epilogue's channel.
int64_t channel_axis(const Node& producer) { return producer.is("Linear", "gearbox") ? producer.output(0)->type().rank() - 1 : 1; }

size_t steps_of(const Node& node) { return node.attributes().integers("epilogue_kinds").size(); }

/// Whether `value` exists before `producer` runs: it does not depend on it. The graph is walked back to `producer`'s position only.
bool ready_before(const Value* value, const Node* producer, const Positions& position) {
  std::vector<const Node*> open;
  std::map<const Node*, bool> seen;
  auto visit = [&](const Value* v) {
    if (!v || !v->producer() || seen[v->producer()]) return;
    const auto at = position.find(v->producer());
    if (at != position.end() && at->second < position.at(producer)) return;
    seen[v->producer()] = true;
    open.push_back(v->producer());
  };
  visit(value);
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (node == producer) return false;
    for (const Value* input : node->input_list()) visit(input);
  }
  return true;
}

/// The node whose epilogue may take `added` more steps on `out`; null where there is none.
Node* host_of(const Value* out, size_t added, const Graph& graph, const Positions& position) {
  Node* producer = out ? out->producer() : nullptr;
  if (!producer || !has_epilogue(*producer) || out->users().size() != 1 || graph.is_output(out) || !position.contains(producer))
    return nullptr;
  return steps_of(*producer) + added <= ops::kMaxEpilogueSteps ? producer : nullptr;
}

NodeSpec copy_of(const Node& node) {
  NodeSpec spec;
  spec.op = node.op();
  spec.domain = node.domain();
  spec.version = node.version();
  spec.name = node.name();
  spec.attributes = node.attributes();
  spec.inputs.assign(node.input_list().begin(), node.input_list().end());
  return spec;
}

Patch finish(Patch patch, NodeSpec spec, Node& user, const Node& host) {
  Value* fused = patch.add(std::move(spec));
  fused->type().format = host.output(0)->type().format;
  patch.replace(user.output(0), fused);
  patch.note(user.op() + " '" + user.name() + "' joins the epilogue of '" + host.name() + "'");
  return patch;
}

/// An element-wise node of the model.
Patch fuse_node(Node& user, const Graph& graph, const Positions& position) {
  for (int i = 0; i < std::min(user.inputs(), 2); ++i) {
    const Value* out = user.input(i);
    const Node* host = host_of(out, 1, graph, position);
    if (!host || user.output(0)->type().shape != out->type().shape || user.output(0)->type().dtype != DType::kF32) continue;
    std::optional<EpilogueDraft> draft;
    if (i == 0) draft = draft_activation(user);
    if (!draft) draft = draft_binary(user, out, channel_axis(*host), out->type().format == MemoryFormat::kBlocked8);
    if (!draft) continue;
    const Value* operand = draft->step.operand;
    if (operand && (operand->type().format != out->type().format || !ready_before(operand, host, position))) continue;
    Patch patch;
    NodeSpec spec = copy_of(*host);
    append_draft(patch, spec, *draft, user.name());
    return finish(std::move(patch), std::move(spec), user, *host);
  }
  return Patch::none();
}

/// A PointwiseBlocked, all of whose steps move. Where the first one adds or multiplies a tensor, either of both may be the host.
Patch fuse_pointwise(Node& user, const Graph& graph, const Positions& position) {
  const Attributes& attributes = user.attributes();
  const Ints kinds = attributes.integers("epilogue_kinds"), activations = attributes.integers("epilogue_activations"),
             inputs = attributes.integers("epilogue_inputs");
  const Floats a = attributes.reals("epilogue_a"), b = attributes.reals("epilogue_b");
  if (kinds.empty()) return Patch::none();
  std::vector<ops::EpilogueOperand> steps;
  for (size_t s = 0; s < kinds.size(); ++s) {
    Value* operand = inputs[s] < 0 ? nullptr : user.input(static_cast<int>(inputs[s]));
    steps.push_back({static_cast<kernels::EpilogueKind>(kinds[s]), static_cast<kernels::Activation>(activations[s]), a[s], b[s], operand});
  }
  const auto first = steps[0].kind;
  const bool symmetric = first == kernels::EpilogueKind::kMulTensor || (first == kernels::EpilogueKind::kAddTensor && a[0] == 1.0F);
  for (const bool swapped : {false, true}) {
    if (swapped && !symmetric) continue;
    const Value* out = swapped ? steps[0].operand : user.input(0);
    const Node* host = host_of(out, steps.size(), graph, position);
    if (!host) continue;
    std::vector<ops::EpilogueOperand> moved = steps;
    if (swapped) moved[0].operand = user.input(0);
    const bool ready = std::all_of(moved.begin(), moved.end(), [&](const ops::EpilogueOperand& step) {
      return !step.operand || (step.operand != out && ready_before(step.operand, host, position));
    });
    if (!ready) continue;
    NodeSpec spec = copy_of(*host);
    for (const ops::EpilogueOperand& step : moved) {
      if (step.operand) spec.inputs.push_back(step.operand);
      ops::append_epilogue(spec.attributes, step, step.operand ? static_cast<int>(spec.inputs.size()) - 1 : -1);
    }
    return finish(Patch(), std::move(spec), user, *host);
  }
  return Patch::none();
}

}  // namespace fuse_epilogue_rule

Result<int> fuse_epilogue(Graph& graph, const PassContext& context) {
  using namespace fuse_epilogue_rule;
  Positions position;
  bool stale = true;
  size_t known_nodes = 0;
  return rewrite_nodes(graph, context, "fuse_epilogue", [&](Node& node, Graph& at) -> Result<Patch> {
    if (!node.output(0)) return Patch::none();
    const auto& order = at.nodes();
    if (stale || order.size() != known_nodes) {
      position.clear();
      for (size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
      known_nodes = order.size();
    }
    Patch patch = node.is("PointwiseBlocked", "gearbox") ? fuse_pointwise(node, at, position) : fuse_node(node, at, position);
    stale = !patch.empty();
    return patch;
  });
}

}  // namespace gearbox
