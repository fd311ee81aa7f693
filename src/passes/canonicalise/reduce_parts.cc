#include "passes/canonicalise/reduce_parts.h"

#include <algorithm>
#include <optional>

#include "passes/match.h"

namespace gearbox {

namespace {

/// More tensors than this stay together: their loop would read too many at once.
constexpr int kMostParts = 8;

/// The only axis that the node reduces.
std::optional<int64_t> reduced_axis(const Node& node, int64_t rank) {
  Ints axes = node.attributes().integers("axes");
  if (const Value* given = node.input(1)) {
    if (!given->is_constant()) return std::nullopt;
    axes = given->constant().as_int64();
  }
  if (axes.size() != 1) return std::nullopt;
  return axes[0] < 0 ? axes[0] + rank : axes[0];
}

/// Whether `whole` has the extents of `part` with one of `count` put in before `axis`.
bool has_inserted(const TensorType& whole, const TensorType& part, int64_t axis, int64_t count) {
  if (!part.ranked() || whole.rank() != part.rank() + 1 || !whole.dim(axis).is_constant(count)) return false;
  for (int64_t i = 0; i < part.rank(); ++i) {
    if (part.dim(i) != whole.dim(i < axis ? i : i + 1)) return false;
  }
  return true;
}

Node* concat_along(const Value* value, const Graph& graph, int64_t axis) {
  Node* concat = made_by(value, "Concat");
  if (!concat || !only_user(value, graph) || concat->inputs() < 2 || concat->inputs() > kMostParts || !value->type().ranked())
    return nullptr;
  const int64_t along = concat->attributes().integer("axis", 0);
  return (along < 0 ? along + value->type().rank() : along) == axis ? concat : nullptr;
}

bool is_view(const Node* node) { return node && node->definition() && node->definition()->is_view() && node->input(0); }

/// What lies side by side along the axis, one element of it each. With `kept` that axis is 1 long in the parts, else they have none.
std::vector<Value*> parts_along(const Value* value, const Graph& graph, int64_t axis, bool kept) {
  std::vector<Value*> parts;
  if (const Node* concat = concat_along(value, graph, axis)) {
    for (Value* part : concat->input_list()) {
      if (!part->type().ranked() || !part->type().dim(axis).is_constant(1)) return {};
      if (kept) {
        parts.push_back(part);
        continue;
      }
      const Node* view = part->producer();
      if (!is_view(view) || !has_inserted(part->type(), view->input(0)->type(), axis, 1)) return {};
      parts.push_back(view->input(0));
    }
    return parts;
  }
  const Node* view = value->producer();
  if (kept || !is_view(view) || !only_user(value, graph)) return {};
  const Node* concat = concat_along(view->input(0), graph, axis);
  if (!concat) return {};
  for (Value* part : concat->input_list()) {
    if (!has_inserted(value->type(), part->type(), axis, concat->inputs())) return {};
    parts.push_back(part);
  }
  return parts;
}

Result<Patch> added(Node& reduce, Graph& graph) {
  const bool mean = reduce.is("ReduceMean");
  if (!mean && !reduce.is("ReduceSum")) return Patch::none();
  const Value* in = reduce.input(0);
  if (!in || !in->type().ranked() || in->type().dtype != DType::kF32) return Patch::none();
  const auto axis = reduced_axis(reduce, in->type().rank());
  if (!axis) return Patch::none();
  const std::vector<Value*> parts = parts_along(in, graph, *axis, reduce.attributes().integer("keepdims", 1) != 0);
  if (parts.empty()) return Patch::none();
  Patch patch;
  const auto add = [&](const char* op, Value* a, Value* b) {
    return patch.add({.op = op, .version = 14, .name = reduce.name() + ".parts", .inputs = {a, b}});
  };
  Value* sum = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) sum = add("Add", sum, parts[i]);
  if (mean) {
    const auto count = static_cast<float>(parts.size());
    sum = add("Div", sum, patch.constant(reduce.name() + ".count", Literal::scalar(count)));
  }
  patch.replace(reduce.output(0), sum);
  patch.note("'" + reduce.name() + "' adds " + std::to_string(parts.size()) + " tensors where they are");
  return patch;
}

}  // namespace

Result<int> reduce_parts(Graph& graph, const PassContext& context) { return rewrite_nodes(graph, context, "reduce_parts", added); }

}  // namespace gearbox
