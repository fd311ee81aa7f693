#include "passes/outline/closed_types.h"

#include <algorithm>

#include "shape/bound_extents.h"
#include "shape/facts/fact_store.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

/// Calls `visit(value, axis)` for each extent.
template <class Visit>
void for_each_axis(const std::vector<Value*>& values, const Visit& visit) {
  for (const Value* value : values) {
    for (int64_t axis = 0; value->type().ranked() && axis < value->type().rank(); ++axis) visit(*value, axis);
  }
}

}  // namespace

ClosedTypes::ClosedTypes(const Graph& graph, const std::vector<Value*>& values) : graph_(graph) {
  name_symbols();
  for (const bool scaled : {false, true}) {
    for_each_axis(values, [&](const Value& value, int64_t axis) {
      if (scaled || value.type().dim(axis).symbol()) add_symbol(value, axis);
    });
  }
  for_each_axis(values, [&](const Value& value, int64_t axis) { add_expression(value, axis); });
}

void ClosedTypes::name_symbols() {
  const bool nested = !graph_.solver();  // the symbols of a body's inputs have names that nobody knows
  for (const BoundExtent& bound : bound_extents(graph_)) {
    const Value& input = *graph_.inputs()[bound.input];
    const bool named = !nested && is_named_extent(*graph_.scope(), bound.extent);
    names_.emplace(bound.extent.symbol, named ? extent_name(*graph_.scope(), bound.extent) : UserTerms::late_name(input, bound.axis));
  }
  for (const Node* node : graph_.nodes()) {
    for (const Value* output : node->output_list()) {
      for (int64_t axis = 0; output && output->type().ranked() && axis < output->type().rank(); ++axis) {
        if (const auto late = output->type().dim(axis).symbol()) names_.emplace(*late, UserTerms::late_name(*output, axis));
      }
    }
  }
}

void ClosedTypes::add_symbol(const Value& value, int64_t axis) {
  const auto extent = scaled_symbol(value.type().dim(axis));
  if (!extent || symbols_.contains(extent->symbol)) return;
  std::string name = names_.contains(extent->symbol) ? names_.at(extent->symbol) : UserTerms::late_name(value, axis);
  // A multiple is called by the name, and the symbol is its quotient: shape/scaled_symbol.h.
  if (!is_named_extent(*graph_.scope(), *extent)) name = UserTerms::late_name(value, axis);
  if (extent->multiple > 1) name += "/" + std::to_string(extent->multiple);
  symbols_.emplace(extent->symbol, narrowed(name, graph_.scope()->from_id(extent->symbol)));
}

void ClosedTypes::add_expression(const Value& value, int64_t axis) {
  const Dim extent = value.type().dim(axis);
  if (inside(extent)) return;
  expressions_.emplace_back(extent, narrowed(UserTerms::late_name(value, axis), extent));
}

/// A new symbol for what lies in the range of `outer`.
Dim ClosedTypes::narrowed(const std::string& name, Dim outer) const {
  const Dim out = scope_->fresh(name);
  const Interval range = graph_.solver() ? graph_.solver()->range(outer) : bounds(outer);
  const int64_t lower = std::max<int64_t>(range.lower, 0);
  scope_->narrow(*out.symbol(), lower, std::max(range.upper, lower));
  return out;
}

std::optional<Dim> ClosedTypes::inside(Dim outer) const {
  const auto whole = std::ranges::find(expressions_, outer, [](const auto& pair) { return pair.first; });
  if (whole != expressions_.end()) return whole->second;
  for (const SymbolId symbol : outer.symbols()) {
    if (!symbols_.contains(symbol)) return std::nullopt;
  }
  return outer.substitute([&](SymbolId symbol) { return std::optional(symbols_.at(symbol)); });
}

TensorType ClosedTypes::type(const Value& value) const {
  TensorType out;
  out.dtype = value.type().dtype;
  out.format = value.type().format;
  if (!value.type().ranked()) return out;
  out.shape.emplace();
  for (const Dim& extent : *value.type().shape) out.shape->push_back(*inside(extent));
  return out;
}

std::optional<std::vector<Dim>> ClosedTypes::contents(const Value& value) const {
  if (!value.contents()) return std::nullopt;
  std::vector<Dim> out;
  for (const Dim& element : *value.contents()) {
    const auto known = inside(element);
    if (!known) return std::nullopt;
    out.push_back(*known);
  }
  return out;
}

std::vector<Fact> ClosedTypes::facts() const {
  std::vector<Fact> out;
  for (const Fact& fact : graph_.facts()) {
    const auto a = inside(fact.relation.a), b = inside(fact.relation.b);
    if (a && b && !(a->is_constant() && b->is_constant())) out.push_back({fact.kind, {fact.relation.kind, *a, *b}, fact.origin});
  }
  return out;
}

}  // namespace gearbox
