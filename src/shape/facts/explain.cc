#include <algorithm>

#include "shape/facts/fact_store.h"
#include "shape/facts/fact_text.h"
#include "shape/facts/knowledge.h"

namespace gearbox {

namespace explain_detail {

/// "  false at L = 3, K = 1": values of the relation's symbols at which all facts hold.
std::string witness_line(const facts::Witnesses& witnesses, const Relation& relation, bool truth) {
  const DimScope* scope = scope_of(relation.a, relation.b);
  for (size_t lane = 0; lane < facts::Witnesses::kCount; ++lane) {
    if ((witnesses.alive() >> lane & 1) == 0) continue;
    const auto value = [&](SymbolId id) { return std::optional(witnesses.value(*scope->from_id(id).node(), lane)); };
    if (relation.holds(value) != truth) continue;
    std::vector<SymbolId> symbols = relation.a.symbols();
    for (SymbolId id : relation.b.symbols()) {
      if (std::ranges::find(symbols, id) == symbols.end()) symbols.push_back(id);
    }
    std::string line;
    for (SymbolId id : symbols) line += (line.empty() ? "" : ", ") + scope->from_id(id).text() + " = " + std::to_string(*value(id));
    return (truth ? "\n  true at " : "\n  false at ") + line;
  }
  return {};
}

}  // namespace explain_detail

std::string FactStore::explain(const Relation& relation, const Answer& answer) const {
  const facts::FactText text(facts(), extents_);
  std::string out = text.relation(relation) + (answer.yes() ? ": Yes" : answer.no() ? ": No" : ": Unknown");
  for (FactId id : answer.facts) out += "\n  " + text.line(facts()[static_cast<size_t>(id)]);
  for (SymbolId id : answer.ranges) out += "\n  " + text.range_line(*scope_, id);
  if (!answer.unknown()) return out;
  if (scope_of(relation.a, relation.b) != nullptr) {
    out += explain_detail::witness_line(knowledge_->witnesses(), relation, true);
    out += explain_detail::witness_line(knowledge_->witnesses(), relation, false);
  }
  if (const auto wanted = missing(relation)) return out + "\n  would follow from " + text.relation(*wanted);
  return out + "\n  no fact says so, or excludes it";
}

std::optional<Relation> FactStore::missing(const Relation& relation) const {
  facts::Row row = facts::row_of(relation, knowledge_->substitution());
  if (row.sum.overflow() || row.sum.is_constant()) return std::nullopt;
  Monomial common = facts::common_factor(row.sum);
  common.keep_non_negative();
  if (!common.is_one()) row = facts::divided(row, common);
  Sum left, right;
  for (const Term& term : row.sum.terms()) {
    if (term.coefficient == INT64_MIN) return std::nullopt;
    (term.coefficient < 0 ? left : right).add_term(term.monomial, std::abs(term.coefficient));
  }
  if (row.sum.constant() == INT64_MIN) return std::nullopt;
  (row.sum.constant() < 0 ? left : right).add_constant(std::abs(row.sum.constant()));
  const Relation wanted{relation.kind, std::move(left).finish(), std::move(right).finish()};
  if (wanted.a.is_constant() && wanted.b.is_constant()) return std::nullopt;
  if (wanted.a.is_overflow() || wanted.b.is_overflow() || wanted.text().size() >= relation.text().size()) return std::nullopt;
  return wanted;
}

}  // namespace gearbox
