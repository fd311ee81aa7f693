#include "passes/canonicalise/recognise_layer_norm.h"

#include <algorithm>

#include "passes/match.h"

namespace gearbox {

namespace {

/// Whether the node is a mean over exactly the last axis, kept as extent 1.
bool is_row_mean(const Node* node) {
  if (!node || !node->is("ReduceMean") || node->attributes().integer("keepdims", 1) == 0) return false;
  Ints axes = node->attributes().integers("axes");
  if (const Value* input = node->input(1)) {
    if (!input->is_constant()) return false;
    axes = input->constant().as_int64();
  }
  if (!node->input(0)->type().ranked()) return false;
  return axes.size() == 1 && (axes[0] == -1 || axes[0] == node->input(0)->type().rank() - 1);
}

/// x where `value` is the square of x.
const Value* squared(const Value* value) {
  if (const Node* pow = made_by(value, "Pow")) return is_scalar(pow->input(1), 2) ? pow->input(0) : nullptr;
  const Node* mul = made_by(value, "Mul");
  return mul && mul->input(0) == mul->input(1) ? mul->input(0) : nullptr;
}

/// A constant vector as long as the last axis, which must be known.
bool is_row_vector(const Value* value, const TensorType& type) {
  const Dim last = type.dim(type.rank() - 1);
  return value && value->is_constant() && value->type().dtype == DType::kF32 && last.is_constant() &&
         value->constant().elements() == last.value() && !value->constant().dims().empty() &&
         value->constant().dims().back() == last.value();
}

Literal row_vector(const Value& value) {
  return Literal(DType::kF32, {value.constant().elements()}, value.constant().data(), std::make_shared<Literal>(value.constant()));
}

Result<Patch> layer_norm_of(Node& div, Graph& graph) {
  if (!div.is("Div") || div.output(0)->type().dtype != DType::kF32) return Patch::none();
  Value* centred = div.input(0);
  const Node* sub = made_by(centred, "Sub");
  const Node* root = made_by(div.input(1), "Sqrt");
  const Node* add = root ? made_by(root->input(0), "Add") : nullptr;
  if (!sub || !add) return Patch::none();
  const bool left = scalar_constant(add->input(1)).has_value();
  const auto epsilon = scalar_constant(add->input(left ? 1 : 0));
  const Node* variance = made_by(add->input(left ? 0 : 1), "ReduceMean");
  const Node* mean = made_by(sub->input(1), "ReduceMean");
  if (!epsilon || !is_row_mean(variance) || !is_row_mean(mean) || mean->input(0) != sub->input(0)) return Patch::none();
  const Value* deviation = squared(variance->input(0));
  const Node* again = deviation == centred ? nullptr : made_by(deviation, "Sub");
  if (deviation != centred && !(again && again->input(0) == sub->input(0) && again->input(1) == sub->input(1))) return Patch::none();
  const TensorType& type = div.output(0)->type();
  if (!type.ranked() || type.shape != sub->input(0)->type().shape || !type.dim(type.rank() - 1).is_constant()) return Patch::none();

  Patch patch;
  Value* last = div.output(0);
  Value *scale = nullptr, *bias = nullptr;
  if (Node* mul = only_user(last, graph); mul && mul->is("Mul") && is_row_vector(other_operand(*mul, last), type)) {
    scale = patch.constant(other_operand(*mul, last)->name(), row_vector(*other_operand(*mul, last)));
    last = mul->output(0);
  } else {
    const std::vector<float> ones(static_cast<size_t>(type.dim(type.rank() - 1).value()), 1.0F);
    scale = patch.constant(div.name() + ".ones", Literal::of<float>({static_cast<int64_t>(ones.size())}, ones));
  }
  if (Node* shift = only_user(last, graph); shift && shift->is("Add") && is_row_vector(other_operand(*shift, last), type)) {
    bias = patch.constant(other_operand(*shift, last)->name(), row_vector(*other_operand(*shift, last)));
    last = shift->output(0);
  }
  NodeSpec spec;
  spec.op = "LayerNormalization";
  spec.version = 17;
  spec.name = div.name() + ".layer_norm";
  spec.inputs = {sub->input(0), scale};
  if (bias) spec.inputs.push_back(bias);
  spec.attributes.set("axis", int64_t{-1});
  spec.attributes.set("epsilon", *epsilon);
  patch.replace(last, patch.add(std::move(spec)));
  patch.note("the nodes up to '" + last->name() + "' are a LayerNormalization of '" + sub->input(0)->name() + "'");
  return patch;
}

}  // namespace

Result<int> recognise_layer_norm(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "recognise_layer_norm", layer_norm_of);
}

}  // namespace gearbox
