#include "codegen/symbol_table.h"

#include <algorithm>
#include <set>

#include "shape/bound_extents.h"
#include "shape/facts/fact_store.h"
#include "shape/user_terms.h"

namespace gearbox {

namespace {

class SymbolTable {
 public:
  explicit SymbolTable(const Graph& graph) : graph_(graph), scope_(*graph.scope()), terms_(graph) {}

  std::vector<SymbolInfo> run() && {
    for (const BoundExtent& bound : bound_extents(graph_)) bound_axis(bound);
    for (const Node* node : graph_.nodes()) {
      for (const Value* output : node->output_list()) {
        for (int64_t axis = 0; output && output->type().ranked() && axis < output->type().rank(); ++axis) late_axis(*output, axis);
      }
    }
    return std::move(table_);
  }

 private:
  static std::string axis_text(const Value& value, int64_t axis) { return value.name() + "[" + std::to_string(axis) + "]"; }

  SymbolInfo* find(const std::string& name) {
    const auto known = std::ranges::find(table_, name, &SymbolInfo::name);
    return known == table_.end() ? nullptr : &*known;
  }

  void bound_axis(const BoundExtent& bound) {
    const ScaledSymbol& extent = bound.extent;
    bound_.insert(extent.symbol);
    const std::string name = extent_name(scope_, extent), axis = axis_text(*graph_.inputs()[bound.input], bound.axis);
    if (SymbolInfo* known = find(name)) return known->sources.push_back(axis);
    SymbolInfo info = described(name, extent.symbol);
    info.lower *= extent.multiple;
    info.upper = info.upper > INT64_MAX / extent.multiple ? INT64_MAX : info.upper * extent.multiple;
    info.multiple *= extent.multiple;
    info.sources = {axis};
    table_.push_back(std::move(info));
  }

  void late_axis(const Value& output, int64_t axis) {
    const auto symbol = output.type().dim(axis).symbol();
    if (!symbol || bound_.contains(*symbol)) return;
    const std::string name = UserTerms::late_name(output, axis);
    if (!seen_.insert(*symbol).second) return;
    SymbolInfo info = described(name, *symbol);
    info.epoch = Epoch::kMidRun;
    info.sources = {axis_text(output, axis)};
    const auto bound = graph_.late_bounds().find(*symbol);
    if (bound != graph_.late_bounds().end()) info.bound = terms_.of(bound->second).text();
    table_.push_back(std::move(info));
  }

  SymbolInfo described(const std::string& name, SymbolId symbol) const {
    SymbolInfo info{.name = name};
    const Dim dim = scope_.from_id(symbol);
    const FactStore& solver = *graph_.solver();
    const Interval range = solver.range(dim);
    info.lower = std::max<int64_t>(range.lower, 0);
    info.upper = range.upper;
    info.multiple = std::max<int64_t>(solver.congruence(dim).residue == 0 ? solver.congruence(dim).modulus : 1, 1);
    for (const Dim equal : solver.equal_to(dim)) info.equals.push_back(terms_.of(equal).text());
    return info;
  }

  const Graph& graph_;
  const DimScope& scope_;
  std::vector<SymbolInfo> table_;
  std::set<SymbolId> bound_;  ///< by the inputs
  std::set<SymbolId> seen_;   ///< set by steps
  UserTerms terms_;
};

}  // namespace

std::vector<SymbolInfo> symbol_table(const Graph& graph) { return SymbolTable(graph).run(); }

std::vector<FactInfo> fact_table(const Graph& graph) {
  const UserTerms terms(graph);
  std::vector<FactInfo> out;
  for (const Fact& fact : graph.solver()->facts()) {
    const Relation relation{fact.relation.kind, terms.of(fact.relation.a), terms.of(fact.relation.b)};
    out.push_back({std::string(fact_kind_name(fact.kind)), relation.text(), fact.origin});
  }
  return out;
}

}  // namespace gearbox
