#include "passes/fuse/fuse_epilogue.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "ops/epilogue.h"
#include "ops/run/epilogue.h"

namespace gearbox {

namespace {

using kernels::Activation;
using kernels::EpilogueKind;

bool has_epilogue(const Node& node) {
  if (node.domain() != "gearbox" || !node.definition()) return false;
  const auto& attributes = node.definition()->attributes();
  return std::any_of(attributes.begin(), attributes.end(), [](const AttributeDef& a) { return a.name == "epilogue_kinds"; });
}

/// The axis whose index is the epilogue's channel.
int64_t channel_axis(const Node& producer) { return producer.is("Linear", "gearbox") ? producer.output(0)->type().rank() - 1 : 1; }

std::optional<float> scalar(const Value* value) {
  if (!value || !value->is_constant() || value->type().dtype != DType::kF32 || value->constant().elements() != 1) return std::nullopt;
  return value->constant().values<float>()[0];
}

/// A constant with one value per channel that broadcasts along every other axis of the output.
std::optional<std::vector<float>> per_channel(const Value* value, const TensorType& out, int64_t axis) {
  if (!value->is_constant() || value->type().dtype != DType::kF32) return std::nullopt;
  const std::vector<int64_t>& dims = value->constant().dims();
  const int64_t rank = static_cast<int64_t>(dims.size()), offset = out.rank() - rank;
  if (offset < 0 || axis < offset || !out.dim(axis).is_constant()) return std::nullopt;
  for (int64_t i = 0; i < rank; ++i) {
    if (dims[static_cast<size_t>(i)] != (i + offset == axis ? out.dim(axis).value() : 1)) return std::nullopt;
  }
  const auto values = value->constant().values<float>();
  return std::vector<float>(values.begin(), values.end());
}

/// Activations by operator name, with the attributes' defaults for a and b.
struct ActivationRule {
  const char* op;
  Activation activation;
  const char* a_name;
  float a;
  const char* b_name;
  float b;
};
constexpr ActivationRule kActivations[] = {
    {"Relu", Activation::kRelu, "", 0, "", 0},
    {"LeakyRelu", Activation::kLeakyRelu, "alpha", 0.01F, "", 0},
    {"Sigmoid", Activation::kSigmoid, "", 0, "", 0},
    {"HardSigmoid", Activation::kHardSigmoid, "alpha", 0.2F, "beta", 0.5F},
    {"HardSwish", Activation::kHardSwish, "", 0, "", 0},
    {"Tanh", Activation::kTanh, "", 0, "", 0},
    {"Elu", Activation::kElu, "alpha", 1.0F, "", 0},
    {"Erf", Activation::kErf, "", 0, "", 0},
    {"Exp", Activation::kExp, "", 0, "", 0},
    {"Softplus", Activation::kSoftplus, "", 0, "", 0},
    {"Mish", Activation::kMish, "", 0, "", 0},
    {"Sqrt", Activation::kSqrt, "", 0, "", 0},
    {"Abs", Activation::kAbs, "", 0, "", 0},
};

std::optional<ops::EpilogueOperand> activation_of(const Node& user) {
  ops::EpilogueOperand step{.kind = EpilogueKind::kActivation};
  for (const ActivationRule& rule : kActivations) {
    if (!user.is(rule.op)) continue;
    step.activation = rule.activation;
    step.a = *rule.a_name ? user.attributes().real(rule.a_name, rule.a) : rule.a;
    step.b = *rule.b_name ? user.attributes().real(rule.b_name, rule.b) : rule.b;
    return step;
  }
  if (user.is("Gelu")) {
    step.activation = user.attributes().text("approximate", "none") == "tanh" ? Activation::kGeluTanh : Activation::kGeluErf;
    return step;
  }
  if (user.is("Silu", "gearbox")) {
    step.activation = Activation::kSilu;
    step.a = 1;
    return step;
  }
  if (user.is("Clip")) {
    step.activation = Activation::kClip;
    step.a = user.attributes().real("min", std::numeric_limits<float>::lowest());
    step.b = user.attributes().real("max", std::numeric_limits<float>::max());
    for (int i = 1; i <= 2; ++i) {
      if (!user.input(i)) continue;
      const auto bound = scalar(user.input(i));
      if (!bound) return std::nullopt;
      (i == 1 ? step.a : step.b) = *bound;
    }
    return step;
  }
  return std::nullopt;
}

/// Whether `value` exists before `producer` runs: it does not depend on it. The graph is walked back to `producer`'s position only.
bool ready_before(const Value* value, const Node* producer, const std::map<const Node*, size_t>& position) {
  std::vector<const Node*> open;
  std::map<const Node*, bool> seen;
  auto visit = [&](const Value* v) {
    if (v && v->producer() && position.at(v->producer()) >= position.at(producer) && !seen[v->producer()]) {
      seen[v->producer()] = true;
      open.push_back(v->producer());
    }
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

struct Step {
  ops::EpilogueOperand operand;
  Literal vector;  ///< a per-channel constant to add as the operand
};

std::optional<Step> binary_step(const Node& user, const Node& producer, const std::map<const Node*, size_t>& position) {
  const bool add = user.is("Add"), sub = user.is("Sub"), mul = user.is("Mul"), div = user.is("Div");
  if (!add && !sub && !mul && !div) return std::nullopt;
  const Value* out = producer.output(0);
  const bool left = user.input(0) == out;
  Value* other = user.input(left ? 1 : 0);
  if (other == out || (div && !left)) return std::nullopt;
  const TensorType& type = out->type();
  Step step;
  if (const auto value = scalar(other); value && other->type().rank() <= type.rank()) {
    step.operand.kind = EpilogueKind::kScaleShift;
    step.operand.a = mul ? *value : div ? 1.0F / *value : sub && !left ? -1.0F : 1.0F;
    step.operand.b = add ? *value : sub ? (left ? -*value : *value) : 0.0F;
    return step;
  }
  if (sub || div) {
    auto values = per_channel(other, type, channel_axis(producer));
    if (!values || !left) return std::nullopt;
    for (float& value : *values) value = sub ? -value : 1.0F / value;
    step.operand.kind = sub ? EpilogueKind::kAddChannel : EpilogueKind::kMulChannel;
    step.vector = ops::channel_vector(*values);
    return step;
  }
  if (const auto values = per_channel(other, type, channel_axis(producer))) {
    step.operand.kind = add ? EpilogueKind::kAddChannel : EpilogueKind::kMulChannel;
    step.vector = ops::channel_vector(*values);
    return step;
  }
  if (other->type().dtype != DType::kF32 || !other->type().ranked() || other->is_constant()) return std::nullopt;
  if (other->type().format != type.format) return std::nullopt;
  step.operand.operand = other;
  const Shape& shape = *other->type().shape;
  if (shape == *type.shape) {
    step.operand.kind = add ? EpilogueKind::kAddTensor : EpilogueKind::kMulTensor;
  } else if (mul && type.format == MemoryFormat::kBlocked8 && shape.size() == type.shape->size() && shape[0] == type.dim(0) && shape[1] == type.dim(1) &&
             std::all_of(shape.begin() + 2, shape.end(), [](const Dim& dim) { return dim.is_constant(1); })) {
    step.operand.kind = EpilogueKind::kMulPerImageChannel;
  } else {
    return std::nullopt;
  }
  if (!ready_before(other, &producer, position)) return std::nullopt;
  return step;
}

Result<Patch> fuse(Node& user, Graph& graph, const std::map<const Node*, size_t>& position) {
  for (int i = 0; i < std::min(user.inputs(), 2); ++i) {
    const Value* out = user.input(i);
    Node* producer = out ? out->producer() : nullptr;
    if (!producer || !has_epilogue(*producer) || out->users().size() != 1 || graph.is_output(out) || !position.contains(producer)) continue;
    if (producer->attributes().integers("epilogue_kinds").size() >= ops::kMaxEpilogueSteps) continue;
    if (user.output(0)->type().shape != out->type().shape || user.output(0)->type().dtype != DType::kF32) continue;
    std::optional<Step> step;
    if (i == 0 && user.domain().size() < 8) {
      if (auto activation = activation_of(user)) step = Step{*activation, {}};
    }
    if (!step) step = binary_step(user, *producer, position);
    if (!step) continue;
    Patch patch;
    NodeSpec spec;
    spec.op = producer->op();
    spec.domain = producer->domain();
    spec.version = producer->version();
    spec.name = producer->name();
    spec.attributes = producer->attributes();
    spec.inputs.assign(producer->input_list().begin(), producer->input_list().end());
    int input = -1;
    if (step->vector) {
      input = static_cast<int>(spec.inputs.size());
      spec.inputs.push_back(patch.constant(user.name() + ".channels", step->vector));
    } else if (step->operand.operand) {
      input = static_cast<int>(spec.inputs.size());
      spec.inputs.push_back(step->operand.operand);
    }
    ops::append_epilogue(spec.attributes, step->operand, input);
    Value* fused = patch.add(std::move(spec));
    fused->type().format = out->type().format;
    patch.replace(user.output(0), fused);
    patch.note(user.op() + " '" + user.name() + "' joins the epilogue of '" + producer->name() + "'");
    return patch;
  }
  return Patch::none();
}

}  // namespace

Result<int> fuse_epilogue(Graph& graph, const PassContext& context) {
  std::map<const Node*, size_t> position;
  bool stale = true;
  int round_nodes = 0;
  return rewrite_nodes(graph, context, "fuse_epilogue", [&](Node& node, Graph& at) -> Result<Patch> {
    const auto& order = at.nodes();
    if (stale || static_cast<int>(order.size()) != round_nodes) {
      position.clear();
      for (size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
      round_nodes = static_cast<int>(order.size());
      stale = false;
    }
    auto patch = fuse(node, at, position);
    stale = patch.ok() && !patch->empty();
    return patch;
  });
}

}  // namespace gearbox
