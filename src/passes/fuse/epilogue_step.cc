#include "passes/fuse/epilogue_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gearbox {

namespace epilogue_step {

using kernels::Activation;
using kernels::EpilogueKind;

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
    {"Softsign", Activation::kSoftsign, "", 0, "", 0},
    {"ThresholdedRelu", Activation::kThresholdedRelu, "alpha", 1.0F, "", 0},
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
  if (user.is("Swish") || user.is("Silu", "gearbox")) {
    step.activation = Activation::kSilu;
    step.a = user.attributes().real("alpha", 1.0F);
    return step;
  }
  if (user.is("Neg")) {
    step.kind = EpilogueKind::kScaleShift;
    step.a = -1;
    return step;
  }
  if (user.is("Clip")) {
    step.activation = Activation::kClip;
    step.a = user.attributes().real("min", -std::numeric_limits<float>::infinity());
    step.b = user.attributes().real("max", std::numeric_limits<float>::infinity());
    for (int i = 1; i <= 2; ++i) {
      if (!user.input(i)) continue;
      const auto bound = scalar_constant(user.input(i));
      if (!bound || std::isnan(*bound)) return std::nullopt;
      (i == 1 ? step.a : step.b) = *bound;
    }
    return step;
  }
  return std::nullopt;
}

/// A PRelu with one slope, or one per channel.
std::optional<EpilogueDraft> leaky(const Node& node, const Value* x, int64_t channel_axis) {
  if (node.input(0) != x) return std::nullopt;
  EpilogueDraft draft;
  if (const auto slope = scalar_constant(node.input(1))) {
    draft.step.kind = EpilogueKind::kActivation;
    draft.step.activation = Activation::kLeakyRelu;
    draft.step.a = *slope;
    return draft;
  }
  const auto slopes = per_channel(node.input(1), x->type(), channel_axis);
  if (!slopes) return std::nullopt;
  draft.step.kind = EpilogueKind::kLeakyChannel;
  draft.channels = ops::channel_vector(*slopes);
  return draft;
}

}  // namespace epilogue_step

std::optional<float> scalar_constant(const Value* value) {
  if (!value || !value->is_constant() || value->type().dtype != DType::kF32 || value->constant().elements() != 1) return std::nullopt;
  return value->constant().values<float>()[0];
}

std::optional<EpilogueDraft> draft_activation(const Node& node) {
  const auto step = epilogue_step::activation_of(node);
  return step ? std::optional(EpilogueDraft{*step, {}}) : std::nullopt;
}

std::optional<EpilogueDraft> draft_binary(const Node& node, const Value* x, int64_t channel_axis, bool gates) {
  using kernels::EpilogueKind;
  if (node.is("PRelu")) return epilogue_step::leaky(node, x, channel_axis);
  const bool add = node.is("Add"), sub = node.is("Sub"), mul = node.is("Mul"), div = node.is("Div");
  if (!add && !sub && !mul && !div) return std::nullopt;
  const bool left = node.input(0) == x;
  Value* other = node.input(left ? 1 : 0);
  if (other == x || (div && !left)) return std::nullopt;
  const TensorType& type = x->type();
  EpilogueDraft draft;
  if (const auto value = scalar_constant(other); value && other->type().rank() <= type.rank()) {
    draft.step.a = mul ? *value : div ? 1.0F / *value : sub && !left ? -1.0F : 1.0F;
    draft.step.b = add ? *value : sub ? (left ? -*value : *value) : 0.0F;
    return draft;
  }
  if (auto values = epilogue_step::per_channel(other, type, channel_axis)) {
    if (!left && sub) return std::nullopt;
    for (float& value : *values) value = sub ? -value : div ? 1.0F / value : value;
    draft.step.kind = add || sub ? EpilogueKind::kAddChannel : EpilogueKind::kMulChannel;
    draft.channels = ops::channel_vector(*values);
    return draft;
  }
  if (div || (sub && !left) || other->type().dtype != DType::kF32 || !other->type().ranked() || other->is_constant()) return std::nullopt;
  draft.step.operand = other;
  const Shape &shape = *other->type().shape, &own = *type.shape;
  if (shape == own) {
    draft.step.kind = mul ? EpilogueKind::kMulTensor : EpilogueKind::kAddTensor;
    draft.step.a = sub ? -1.0F : 1.0F;
    return draft;
  }
  const bool gate = shape.size() == own.size() && own.size() > 2 && shape[0] == own[0] && shape[1] == own[1] &&
                    std::all_of(shape.begin() + 2, shape.end(), [](const Dim& dim) { return dim.is_constant(1); });
  if (!mul || !gates || !gate) return std::nullopt;
  draft.step.kind = EpilogueKind::kMulPerImageChannel;
  return draft;
}

void append_draft(Patch& patch, NodeSpec& spec, const EpilogueDraft& draft, const std::string& name) {
  int input = -1;
  if (draft.channels || draft.step.operand) {
    input = static_cast<int>(spec.inputs.size());
    spec.inputs.push_back(draft.channels ? patch.constant(name + ".channels", draft.channels) : draft.step.operand);
  }
  ops::append_epilogue(spec.attributes, draft.step, input);
}

}  // namespace gearbox
