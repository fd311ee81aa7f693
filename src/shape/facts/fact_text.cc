#include "shape/facts/fact_text.h"

namespace gearbox::facts {

namespace fact_text_detail {

/// Whether the relation compares the symbol, or a multiple of it, with a number.
bool bounds_alone(const Relation& relation, SymbolId symbol) {
  const auto is = [symbol](Dim side) { return side.symbols() == std::vector<SymbolId>{symbol} && bounds(side).lower >= 0; };
  return relation.kind == Relation::Kind::kAtMost &&
         ((is(relation.a) && relation.b.is_constant()) || (relation.a.is_constant() && is(relation.b)));
}

}  // namespace fact_text_detail

std::string FactText::relation(const Relation& relation) const {
  return Relation{relation.kind, in_whole_extents(relation.a, extents_), in_whole_extents(relation.b, extents_)}.text();
}

std::string FactText::line(const Fact& fact) const { return relation(fact.relation) + "  (" + fact.origin + ")"; }

std::string FactText::range_line(const DimScope& scope, SymbolId symbol) const {
  const Symbol info = scope.info(symbol);
  const auto whole = extents_.find(symbol);
  const int64_t multiple = whole == extents_.end() ? 1 : whole->second.multiple;
  std::string range = (whole == extents_.end() ? scope.from_id(symbol) : whole->second.extent).text();
  if (info.lower != 0 || info.upper == INT64_MAX) range = std::to_string(info.lower * multiple) + " <= " + range;
  if (info.upper != INT64_MAX) range += " <= " + std::to_string(info.upper * multiple);
  for (const Fact& fact : facts_) {
    if (fact_text_detail::bounds_alone(fact.relation, symbol)) return range + "  (" + fact.origin + ")";
  }
  return range + "  (range of the symbol)";
}

}  // namespace gearbox::facts
