#include "passes/fuse/fuse_attention.h"

#include <algorithm>

#include "passes/match.h"

namespace gearbox {

namespace {

/// A four-axis operand and the axis of it that holds each logical axis.
struct Operand {
  Value* value;
  Ints perm;
};

/// Looks through a Transpose of four axes.
Operand stored(Value* value) {
  if (Node* transpose = made_by(value, "Transpose")) {
    const Ints perm = transpose->attributes().integers("perm");
    if (perm.size() == 4) return {transpose->input(0), perm};
  }
  return {value, {0, 1, 2, 3}};
}

bool four_axes(const Value* value) {
  return value && value->type().dtype == DType::kF32 && value->type().ranked() && value->type().rank() == 4;
}

/// Whether a mask of that element type may be one of `scores`, which are made from `before` with it: it must not make them grow.
bool is_mask(const Value& mask, DType dtype, const Value& before, const Value& scores) {
  const TensorType& type = mask.type();
  return type.dtype == dtype && type.ranked() && type.rank() <= 4 && four_axes(&before) && before.type().shape == scores.type().shape;
}

/// Whether a value may be what a mask is added to: a product, scaled or with some elements replaced.
bool makes_scores(const Value& value) {
  const Node* from = value.producer();
  if (from && from->is("Where")) from = from->input(1)->producer();
  return from && (from->is("MatMul") || ((from->is("Div") || from->is("Mul")) && made_by(from->input(0), "MatMul")));
}

Result<Patch> attention_of(Node& second, Graph& graph) {
  if (!second.is("MatMul") || !four_axes(second.input(0)) || !four_axes(second.input(1))) return Patch::none();
  const Node* softmax = made_by(second.input(0), "Softmax");
  if (!softmax || !only_user(softmax->output(0), graph)) return Patch::none();
  const int64_t axis = softmax->attributes().integer("axis", softmax->version() < 13 ? 1 : -1);
  if (axis != -1 && axis != 3) return Patch::none();
  Value* scores = softmax->input(0);
  Value* mask = nullptr;
  if (const Node* add = made_by(scores, "Add"); add && only_user(scores, graph)) {
    for (int i = 0; i < 2 && !mask; ++i) {
      Value *given = add->input(i), *rest = add->input(1 - i);
      if (!makes_scores(*rest) || !is_mask(*given, DType::kF32, *rest, *scores)) continue;
      mask = given;
      scores = rest;
    }
    if (!mask) return Patch::none();
  }
  Value* keep = nullptr;
  float otherwise = 0;
  if (const Node* where = made_by(scores, "Where"); where && only_user(scores, graph)) {
    const auto other = scalar_constant(where->input(2));
    if (!other || !is_mask(*where->input(0), DType::kBool, *where->input(1), *scores)) return Patch::none();
    keep = where->input(0);
    otherwise = *other;
    scores = where->input(1);
  }
  float scale = 1;
  if (Node* scaled = scores->producer(); scaled && (scaled->is("Div") || scaled->is("Mul")) && only_user(scores, graph)) {
    const auto factor = scalar_constant(scaled->input(1));
    if (!factor) return Patch::none();
    scale = scaled->is("Div") ? 1 / *factor : *factor;
    scores = scaled->input(0);
  }
  const Node* first = made_by(scores, "MatMul");
  if (!first || !only_user(scores, graph) || !four_axes(first->input(0)) || !four_axes(first->input(1)) || !four_axes(scores))
    return Patch::none();
  for (int64_t i = 0; i < 2; ++i) {
    const Dim dim = first->input(0)->type().dim(i);
    if (dim != first->input(1)->type().dim(i) || dim != second.input(1)->type().dim(i)) return Patch::none();
  }
  Operand q = stored(first->input(0)), k = stored(first->input(1)), v = stored(second.input(1));
  std::swap(k.perm[2], k.perm[3]);
  if (q.perm[3] != 3) q = {first->input(0), {0, 1, 2, 3}};
  if (v.perm[3] != 3) v = {second.input(1), {0, 1, 2, 3}};
  Value* out = second.output(0);
  Ints out_perm = {0, 1, 2, 3};
  if (Node* transpose = only_user(out, graph); transpose && transpose->is("Transpose")) {
    const Ints perm = transpose->attributes().integers("perm");
    if (perm.size() == 4 && perm[3] == 3) {
      out_perm = perm;
      out = transpose->output(0);
    }
  }
  Patch patch;
  NodeSpec spec;
  spec.op = "Attention";
  spec.domain = "gearbox";
  spec.name = second.name() + ".attention";
  spec.inputs = {q.value, k.value, v.value};
  if (mask || keep) spec.inputs.push_back(mask);
  if (keep) {
    spec.inputs.push_back(keep);
    spec.attributes.set("otherwise", otherwise);
  }
  spec.attributes.set("scale", scale);
  spec.attributes.set("q_perm", q.perm);
  spec.attributes.set("k_perm", k.perm);
  spec.attributes.set("v_perm", v.perm);
  spec.attributes.set("out_perm", out_perm);
  patch.replace(out, patch.add(std::move(spec)));
  patch.note("'" + first->name() + "', '" + softmax->name() + "' and '" + second.name() + "' become one Attention");
  return patch;
}

}  // namespace

Result<int> fuse_attention(Graph& graph, const PassContext& context) {
  return rewrite_nodes(graph, context, "fuse_attention", attention_of);
}

}  // namespace gearbox
