#include "shape/infer_context.h"

#include <algorithm>

#include "expr/node.h"
#include "expr/upper_expression.h"
#include "shape/demands.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

/// The operator as messages begin with it; users know nothing of our own ones.
std::string operator_prefix(const Node& node) { return node.domain().empty() ? node.op() + ": " : ""; }

/// Of two extents that are equal the one to go on with.
Dim simpler(Dim a, Dim b) {
  const auto depth = [](Dim dim) { return dim.is_constant() ? -1 : dim.node()->depth; };
  return depth(b) < depth(a) ? b : a;
}

}  // namespace

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
    narrow(extent, {0, bounds(*upper).upper});
    graph_.late_bounds().emplace(*extent.symbol(), upper_expression(*upper, graph_.late_bounds()).value_or(*upper));
    graph_.checks().push_back({ShapeCheck::Kind::kAtLeast, *upper, extent, node_.name(), "extent of '" + std::string(stem) + "'"});
    if (FactStore* solver = graph_.solver().get()) {
      // An operator's own bound cannot contradict: where the store refuses it (an impossible range), nothing is learned.
      static_cast<void>(solver->add({Fact::Kind::kAssert, at_most(extent, *upper), "node '" + node_.name() + "'"}));
    }
  }
  return extent;
}

void InferContext::narrow(Dim late, Interval range) {
  const int64_t lower = std::max<int64_t>(range.lower, 0);
  if (const auto symbol = late.symbol()) scope().narrow(*symbol, lower, std::max(range.upper, lower));
}

Result<int64_t> InferContext::axis(int64_t axis, int64_t rank) const {
  if (axis < -rank || axis >= std::max<int64_t>(rank, 1)) {
    return error("axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank));
  }
  return axis < 0 ? axis + rank : axis;
}

Result<Shape> InferContext::broadcast_shapes(std::span<const Shape> shapes, int64_t trailing) {
  size_t rank = 0;
  for (const Shape& shape : shapes) rank = std::max(rank, shape.size());
  Shape out(rank, Dim(1));
  for (const Shape& shape : shapes) {
    // From the last axis: what is learned of it often decides the ones before, not the other way round.
    for (size_t i = shape.size(); i-- > 0;) {
      const size_t at = rank - shape.size() + i;
      const Dim a = out[at], b = shape[i];
      if (a == b || b.is_constant(1)) continue;
      if (a.is_constant(1)) {
        out[at] = b;
        continue;
      }
      GBX_ASSIGN_OR_RETURN(out[at], broadcast_extents(a, b, static_cast<int64_t>(at) - static_cast<int64_t>(rank) - trailing));
    }
  }
  return out;
}

Result<Dim> InferContext::broadcast_extents(Dim a, Dim b, int64_t axis) {
  const auto is = [&](const Relation& relation) { return ask(relation).verdict; };
  const Verdict equals = is(equal(a, b));
  if (equals == Verdict::kYes) return simpler(a, b);
  const Verdict one_a = is(equal(a, 1)), one_b = is(equal(b, 1));
  if (one_b == Verdict::kYes) return a;
  if (one_a == Verdict::kYes) return b;
  if (equals == Verdict::kNo && one_a == Verdict::kNo && one_b == Verdict::kNo) {
    return error("cannot broadcast extents " + text(a) + " and " + text(b) + " of " + operands() + " at axis " + std::to_string(axis));
  }
  std::string message = operator_prefix(node_) + "extents of " + operands() + " at axis " + std::to_string(axis) + " must be equal or 1";
  if (broadcast_only_if_equal(graph_, a, b)) {
    GBX_RETURN_IF_ERROR(require_equal(a, b, std::move(message)));
    return simpler(a, b);
  }
  if (!is_broadcast_demanded(graph_.checks(), a, b)) {
    graph_.checks().push_back({ShapeCheck::Kind::kBroadcast, a, b, node_.name(), std::move(message)});
  }
  // What the result is where they do broadcast: that they do is for the check to say.
  for (const Dim result : {a, b}) {
    if (is(equal(broadcast(a, b), result)) == Verdict::kYes) return result;
  }
  return broadcast(a, b);
}

Status InferContext::require_broadcasts_to(int input, const Shape& extents) {
  const std::string name = "'" + node_.input(input)->name() + "'";
  const Shape& given = shape(input);
  if (given.size() > extents.size()) {
    return error(name + " has rank " + std::to_string(given.size()) + ", at most " + std::to_string(extents.size()) + " expected");
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const Dim wanted = extents[extents.size() - given.size() + i];
    if (given[i] == wanted || given[i].is_constant(1)) continue;
    std::string message = operator_prefix(node_) + name + " must broadcast to extent " + text(wanted) + " at axis " +
                          std::to_string(static_cast<int64_t>(i) - static_cast<int64_t>(given.size()));
    if (given[i].is_constant() && wanted.is_constant()) return impossible(message, "it has " + text(given[i]));
    if (proven(equal(given[i], wanted)) || proven(equal(given[i], 1))) continue;
    // Not asked of the solver, whose answers are for where the broadcast has a value.
    const Dim both = broadcast(given[i], wanted);
    const bool demanded = std::ranges::any_of(graph_.checks(), [&](const ShapeCheck& check) {
      return check.kind == ShapeCheck::Kind::kEqual && check.a == both && check.b == wanted;
    });
    if (!demanded) graph_.checks().push_back({ShapeCheck::Kind::kEqual, both, wanted, node_.name(), std::move(message)});
  }
  return {};
}

std::string InferContext::text(Dim dim) const { return UserTerms(graph_).of(dim).text(); }

std::string InferContext::text(const Relation& relation) const {
  const UserTerms terms(graph_);
  return Relation{relation.kind, terms.of(relation.a), terms.of(relation.b)}.text();
}

std::string InferContext::operands() const {
  constexpr size_t kMost = 4;
  std::vector<std::string> names;
  for (const Value* input : node_.input_list()) {
    const std::string name = input ? "'" + input->name() + "'" : "";
    if (input && input->type().ranked() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (names.empty()) return "the inputs";
  std::string out = names[0];
  for (size_t i = 1; i < std::min(names.size(), kMost); ++i) out += (i + 1 == names.size() ? " and " : ", ") + names[i];
  return names.size() > kMost ? out + ", …" : out;
}

Answer InferContext::ask(const Relation& relation) const {
  if (const FactStore* solver = graph_.solver().get()) return solver->ask(relation);
  return FactStore(graph_.scope()).ask(relation);
}

bool InferContext::proven(const Relation& relation) const { return ask(relation).verdict == Verdict::kYes; }

Status InferContext::demand(ShapeCheck check, const Relation& relation) {
  const Verdict verdict = ask(relation).verdict;
  if (verdict == Verdict::kYes) return {};
  if (FactStore* solver = graph_.solver().get(); solver && (verdict == Verdict::kNo || bound_by_inputs(graph_, relation))) {
    GBX_RETURN_IF_ERROR(solver->add({Fact::Kind::kAssert, relation, "node '" + node_.name() + "': " + check.message}));
  }
  if (verdict == Verdict::kNo) return impossible(check.message, text(relation) + " cannot hold");
  graph_.checks().push_back(std::move(check));
  return {};
}

Status InferContext::require_equal(Dim a, Dim b, std::string message) {
  if (a == b) return {};
  if (const Dim difference = a - b; difference.is_constant()) {
    if (difference == Dim(0)) return {};  // equal in the symbols' ranges, though written otherwise
    return impossible(message, text(a) + " and " + text(b) + " differ");
  }
  const std::optional<Relation> bound = bound_of_equality(a, b);
  if (!bound) return demand({ShapeCheck::Kind::kEqual, a, b, node_.name(), std::move(message)}, equal(a, b));
  return demand({ShapeCheck::Kind::kAtLeast, bound->b, bound->a, node_.name(), std::move(message)}, *bound);
}

Status InferContext::require_at_least(Dim a, Dim b, std::string message) {
  const Interval range = bounds(a - b);
  if (range.lower >= 0) return {};
  if (range.upper < 0) return impossible(message, text(a) + " is below " + text(b));
  return demand({ShapeCheck::Kind::kAtLeast, a, b, node_.name(), std::move(message)}, at_most(b, a));
}

Status InferContext::impossible(const std::string& demand, const std::string& reason) const {
  return invalid_argument("node '" + node_.name() + "': " + demand + ": " + reason);
}

Status InferContext::error(std::string message) const {
  return invalid_argument(node_.op() + " node '" + node_.name() + "': " + std::move(message));
}

}  // namespace gearbox
