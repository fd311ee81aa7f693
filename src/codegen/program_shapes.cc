#include "codegen/program_shapes.h"

#include <algorithm>
#include <set>

#include "expr/text.h"
#include "shape/bound_extents.h"

namespace gearbox {

namespace {

/// Whether the symbols' ranges alone say it: those are tested already.
bool stands_in_ranges(const Relation& relation) {
  return relation.kind == Relation::Kind::kAtMost && bounds(relation.b - relation.a).lower >= 0;
}

}  // namespace

ProgramShapes::ProgramShapes(const Graph& graph) : graph_(graph), terms_(graph), pending_(graph.checks().begin(), graph.checks().end()) {}

bool ProgramShapes::known(Dim dim) const {
  return std::ranges::all_of(dim.symbols(), [&](SymbolId symbol) { return known(symbol); });
}

bool ProgramShapes::known(const TensorType& type) const {
  return type.ranked() && std::ranges::all_of(*type.shape, [&](Dim dim) { return known(dim); });
}

int32_t ProgramShapes::learn(SymbolId symbol) {
  symbols_.insert(symbol);
  return compiler_.slot_of_symbol(symbol);
}

bool ProgramShapes::binds(size_t input, int64_t axis) const {
  return std::ranges::any_of(bindings_, [&](const SymbolBinding& b) { return static_cast<size_t>(b.input) == input && b.axis == axis; });
}

Status ProgramShapes::bind_inputs() {
  for (const BoundExtent& bound : bound_extents(graph_)) {
    const int32_t slot = learn(bound.extent.symbol);
    bindings_.push_back({static_cast<int32_t>(bound.input), static_cast<int32_t>(bound.axis), slot,
                         extent_name(*graph_.scope(), bound.extent), bound.extent.multiple});
  }
  for (size_t i = 0; i < graph_.inputs().size(); ++i) {
    const TensorType& type = graph_.inputs()[i]->type();
    for (int64_t axis = 0; type.ranked() && axis < type.rank(); ++axis) {
      if (binds(i, axis)) continue;
      if (!known(type.dim(axis))) {
        return unsupported("input '" + graph_.inputs()[i]->name() + "', axis " + std::to_string(axis) + ": no input has the symbols of " +
                           type.dim(axis).text() + " as an extent");
      }
      bindings_.push_back({static_cast<int32_t>(i), static_cast<int32_t>(axis), compiler_.slot_of(type.dim(axis)), ""});
    }
  }
  return {};
}

void ProgramShapes::demand_of_calls() {
  demand_ranges();
  demand_facts();
}

void ProgramShapes::demand_ranges() {
  std::set<int32_t> seen;
  for (const SymbolBinding& binding : bindings_) {
    if (binding.symbol.empty() || !seen.insert(binding.slot).second) continue;
    const Value* input = graph_.inputs()[static_cast<size_t>(binding.input)];
    const Dim whole = input->type().dim(binding.axis);
    const ScaledSymbol extent = *scaled_symbol(whole);
    const Symbol symbol = graph_.scope()->info(extent.symbol);
    const std::string name = dim_name_text(binding.symbol);
    const std::string axis = "axis '" + binding.symbol + "', " + input->name() + "[" + std::to_string(binding.axis) + "], must be at ";
    constexpr auto kAtLeast = ProgramCheck::Kind::kAtLeast;
    if (symbol.lower > 0) {
      const Dim lower = symbol.lower * extent.multiple;
      checks_.push_back(
          {kAtLeast, compiler_.slot_of(whole), compiler_.slot_of(lower), "", axis + "least " + lower.text(), name, lower.text()});
    }
    if (symbol.upper < INT64_MAX / extent.multiple && !is_condition(extent.symbol, symbol.upper)) {
      const Dim upper = symbol.upper * extent.multiple;
      checks_.push_back(
          {kAtLeast, compiler_.slot_of(upper), compiler_.slot_of(whole), "", axis + "most " + upper.text(), upper.text(), name});
    }
  }
}

/// Whether the graph is a variant chosen only where the symbol is at most that.
bool ProgramShapes::is_condition(SymbolId symbol, int64_t bound) const {
  return std::ranges::any_of(graph_.facts(), [&](const Fact& fact) {
    const auto& [kind, a, b] = fact.relation;
    return fact.kind == Fact::Kind::kSpecialise && kind == Relation::Kind::kAtMost && a.symbol() == symbol && b.is_constant() &&
           b.value() == bound;
  });
}

/// What users stated holds in every call: whatever relied on it did not test it again.
void ProgramShapes::demand_facts() {
  for (const Fact& fact : graph_.facts()) {
    const auto& [kind, a, b] = fact.relation;
    if (fact.kind != Fact::Kind::kGiven || !known(a) || !known(b) || stands_in_ranges(fact.relation)) continue;
    const bool equal = kind == Relation::Kind::kEqual;
    const Dim first = equal ? a : b, second = equal ? b : a;
    checks_.push_back({equal ? ProgramCheck::Kind::kEqual : ProgramCheck::Kind::kAtLeast, compiler_.slot_of(first),
                       compiler_.slot_of(second), "", fact.origin + " does not hold", terms_.of(first).text(), terms_.of(second).text()});
  }
}

void ProgramShapes::add_known_checks() {
  std::vector<ShapeCheck> later;
  for (const ShapeCheck& check : pending_) {
    if (!known(check.a) || !known(check.b)) {
      later.push_back(check);
      continue;
    }
    const auto kind = static_cast<ProgramCheck::Kind>(check.kind);
    const int32_t a = compiler_.slot_of(check.a), b = compiler_.slot_of(check.b);
    const auto repeats = [&](const ProgramCheck& other) { return other.kind == kind && other.a == a && other.b == b; };
    if (std::ranges::any_of(checks_, repeats)) continue;
    checks_.push_back({kind, a, b, check.node, check.message, terms_.of(check.a).text(), terms_.of(check.b).text()});
  }
  pending_ = std::move(later);
}

}  // namespace gearbox
