#include "shape/demands.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include "expr/node.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

bool bound_by_inputs(const Graph& graph, std::span<const Dim> dims) {
  std::set<SymbolId> bound;
  for (const Value* input : graph.inputs()) {
    for (int64_t axis = 0; input->type().ranked() && axis < input->type().rank(); ++axis) {
      for (const SymbolId symbol : input->type().dim(axis).symbols()) bound.insert(symbol);
    }
  }
  return std::ranges::all_of(dims, [&](Dim dim) {
    const std::vector<SymbolId> symbols = dim.symbols();
    return std::ranges::all_of(symbols, [&](SymbolId symbol) { return bound.contains(symbol); });
  });
}

/// The extents a dim is the broadcast of: itself where it is none.
void collect_operands(Dim dim, std::unordered_set<Dim>& out) {
  if (!dim.is_constant() && dim.node()->kind == NodeKind::kBroadcast) {
    for (const Dim operand : dim.node()->operands) collect_operands(operand, out);
  } else {
    out.insert(dim);
  }
}

}  // namespace

bool bound_by_inputs(const Graph& graph, const Relation& relation) {
  const Dim sides[] = {relation.a, relation.b};
  return bound_by_inputs(graph, sides);
}

std::optional<Relation> bound_of_equality(Dim a, Dim b) {
  for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    if (whole.is_constant()) continue;
    const DimNode& node = *whole.node();
    if ((node.kind != NodeKind::kMin && node.kind != NodeKind::kMax) || node.operands.size() != 2) continue;
    for (size_t i = 0; i < 2; ++i) {
      if (node.operands[i] != part) continue;
      const Dim other = node.operands[1 - i];
      return node.kind == NodeKind::kMin ? at_most(part, other) : at_most(other, part);
    }
  }
  return std::nullopt;
}

bool broadcast_only_if_equal(const Graph& graph, Dim a, Dim b) {
  const FactStore* solver = graph.solver().get();
  const std::vector<SymbolId> symbols = b.symbols();
  const auto shared = [&](SymbolId symbol) { return std::ranges::binary_search(symbols, symbol); };
  if (!solver || !std::ranges::any_of(a.symbols(), shared) || !bound_by_inputs(graph, equal(a, b))) return false;
  return std::ranges::all_of(std::array{a, b}, [&](Dim one) {
    FactStore assumed(*solver);
    return !assumed.add({Fact::Kind::kSpecialise, equal(one, 1), "an extent of 1"}).ok() ||
           assumed.ask(equal(a, b)).verdict == Verdict::kYes;
  });
}

bool is_broadcast_demanded(std::span<const ShapeCheck> checks, Dim a, Dim b) {
  std::unordered_set<Dim> wanted;
  collect_operands(a, wanted);
  collect_operands(b, wanted);
  return std::ranges::any_of(checks, [&](const ShapeCheck& check) {
    if (check.kind != ShapeCheck::Kind::kBroadcast) return false;
    std::unordered_set<Dim> compared;
    collect_operands(check.a, compared);
    collect_operands(check.b, compared);
    return std::ranges::all_of(wanted, [&](Dim dim) { return compared.contains(dim); });
  });
}

Result<std::shared_ptr<FactStore>> make_solver(Graph& graph) {
  auto solver = std::make_shared<FactStore>(graph.scope());
  solver->write_in(UserTerms(graph).extents());
  for (const Fact& fact : graph.facts()) GBX_RETURN_IF_ERROR(solver->add(fact));
  std::erase_if(graph.checks(), [&](const ShapeCheck& check) {
    const Dim sides[] = {check.a, check.b};
    return !bound_by_inputs(graph, sides);
  });
  for (const ShapeCheck& check : graph.checks()) {
    if (check.kind == ShapeCheck::Kind::kBroadcast) continue;
    const Relation relation = check.kind == ShapeCheck::Kind::kEqual ? equal(check.a, check.b) : at_most(check.b, check.a);
    GBX_RETURN_IF_ERROR(solver->add({Fact::Kind::kAssert, relation, "node '" + check.node + "': " + check.message}));
  }
  return solver;
}

}  // namespace gearbox
