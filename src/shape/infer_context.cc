#include "shape/infer_context.h"

#include <algorithm>

#include "shape/demands.h"

namespace gearbox {

std::optional<std::vector<Dim>> InferContext::contents(int index) const {
  const Value* value = node_.input(index);
  if (!value) return std::nullopt;
  if (value->contents()) return value->contents();
  if (!value->is_constant() || !(is_integer(value->constant().dtype()) || value->constant().dtype() == DType::kBool)) return std::nullopt;
  if (value->constant().elements() > static_cast<int64_t>(kMaxContents)) return std::nullopt;
  std::vector<Dim> out;
  for (int64_t element : value->constant().as_int64()) out.emplace_back(element);
  return out;
}

const Literal* InferContext::constant(int index) const {
  const Value* value = node_.input(index);
  return value && value->is_constant() ? &value->constant() : nullptr;
}

void InferContext::output(int index, DType dtype, Shape shape) {
  if (Value* value = node_.output(index)) {
    value->type().dtype = dtype;
    value->type().shape = std::move(shape);
  }
}

void InferContext::output_unranked(int index, DType dtype) {
  if (Value* value = node_.output(index)) {
    value->type().dtype = dtype;
    value->type().shape.reset();
  }
}

void InferContext::output_late(int index, DType dtype, int64_t rank, std::span<const Dim> upper) {
  const Value* value = node_.output(index);
  if (!value) return;
  Shape shape;
  for (int64_t axis = 0; axis < rank; ++axis) {
    const bool bounded = static_cast<size_t>(axis) < upper.size();
    shape.push_back(late_extent(value->name() + "." + std::to_string(axis),
                                bounded ? std::optional<Dim>(upper[static_cast<size_t>(axis)]) : std::nullopt));
  }
  output(index, dtype, std::move(shape));
}

void InferContext::contents(int index, std::vector<Dim> elements) {
  Value* value = node_.output(index);
  if (!value || elements.size() > kMaxContents) return;
  for (const Dim& element : elements) {
    if (element.is_overflow()) return;
  }
  value->set_contents(std::move(elements));
}

Dim InferContext::late_extent(std::string_view stem, std::optional<Dim> upper) {
  Dim extent = scope().fresh(stem);
  if (upper) {
    const int64_t most = bounds(*upper).upper;
    if (most < INT64_MAX) scope().narrow(*extent.symbol(), 0, std::max<int64_t>(most, 0));
    graph_.checks().push_back({ShapeCheck::Kind::kAtLeast, *upper, extent, node_.name(), "extent of '" + std::string(stem) + "'"});
    if (FactStore* solver = graph_.solver().get()) {
      // An operator's own bound cannot contradict: where the store refuses it (an impossible range), nothing is learned.
      static_cast<void>(solver->add({Fact::Kind::kAssert, at_most(extent, *upper), "node '" + node_.name() + "'"}));
    }
  }
  return extent;
}

Result<int64_t> InferContext::axis(int64_t axis, int64_t rank) const {
  if (axis < -rank || axis >= std::max<int64_t>(rank, 1)) {
    return error("axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank));
  }
  return axis < 0 ? axis + rank : axis;
}

Result<Shape> InferContext::broadcast_shapes(std::span<const Shape> shapes) {
  size_t rank = 0;
  for (const Shape& shape : shapes) rank = std::max(rank, shape.size());
  Shape out(rank, Dim(1));
  for (const Shape& shape : shapes) {
    for (size_t i = 0; i < shape.size(); ++i) {
      const size_t at = rank - shape.size() + i;
      const Dim a = out[at], b = shape[i];
      if (a == b || b.is_constant(1)) continue;
      if (a.is_constant(1)) {
        out[at] = b;
        continue;
      }
      GBX_ASSIGN_OR_RETURN(out[at], broadcast_extents(a, b, static_cast<int64_t>(at) - static_cast<int64_t>(rank)));
    }
  }
  return out;
}

Result<Dim> InferContext::broadcast_extents(Dim a, Dim b, int64_t axis) {
  const auto is = [&](const Relation& relation) { return ask(relation).verdict; };
  const Verdict equals = is(equal(a, b));
  if (equals == Verdict::kYes) return a;
  const Verdict one_a = is(equal(a, 1)), one_b = is(equal(b, 1));
  if (one_b == Verdict::kYes) return a;
  if (one_a == Verdict::kYes) return b;
  if (equals == Verdict::kNo && one_a == Verdict::kNo && one_b == Verdict::kNo) {
    return error("cannot broadcast extent " + a.text() + " with " + b.text() + " at axis " + std::to_string(axis));
  }
  if (!is_broadcast_demanded(graph_.checks(), a, b)) {
    graph_.checks().push_back({ShapeCheck::Kind::kBroadcast, a, b, node_.name(),
                               node_.op() + ": extents at axis " + std::to_string(axis) + " must be equal or 1"});
  }
  return broadcast(a, b);
}

Answer InferContext::ask(const Relation& relation) const {
  if (const FactStore* solver = graph_.solver().get()) return solver->ask(relation);
  return FactStore(graph_.scope()).ask(relation);
}

bool InferContext::proven(const Relation& relation) const { return ask(relation).verdict == Verdict::kYes; }

Status InferContext::demand(ShapeCheck check, const Relation& relation) {
  const Answer answer = ask(relation);
  if (answer.verdict == Verdict::kYes) return {};
  if (answer.verdict == Verdict::kNo) {
    return error(check.message + ": " + relation.text() + " cannot hold");
  }
  if (FactStore* solver = graph_.solver().get(); solver && bound_by_inputs(graph_, relation)) {
    const Status added = solver->add({Fact::Kind::kAssert, relation, "node '" + node_.name() + "': " + check.message});
    if (!added.ok()) return error(check.message + ": " + added.message());
  }
  graph_.checks().push_back(std::move(check));
  return {};
}

Status InferContext::require_equal(Dim a, Dim b, std::string message) {
  if (a == b) return {};
  if (const Dim difference = a - b; difference.is_constant()) {
    return error(message + ": " + a.text() + " and " + b.text() + " differ");
  }
  return demand({ShapeCheck::Kind::kEqual, a, b, node_.name(), std::move(message)}, equal(a, b));
}

Status InferContext::require_at_least(Dim a, Dim b, std::string message) {
  const Interval range = bounds(a - b);
  if (range.lower >= 0) return {};
  if (range.upper < 0) return error(message + ": " + a.text() + " is below " + b.text());
  return demand({ShapeCheck::Kind::kAtLeast, a, b, node_.name(), std::move(message)}, at_most(b, a));
}

Status InferContext::error(std::string message) const {
  return invalid_argument(node_.op() + " node '" + node_.name() + "': " + std::move(message));
}

}  // namespace gearbox
