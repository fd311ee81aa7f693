#include "shape/facts/fact_store.h"
#include "shape/facts/knowledge.h"

namespace gearbox {

std::string FactStore::explain(const Relation& relation, const Answer& answer) const {
  std::string out = relation.text();
  out += answer.yes() ? " is proven" : answer.no() ? " is refuted" : " is unknown";
  for (FactId id : answer.facts) {
    const Fact& fact = facts()[static_cast<size_t>(id)];
    out += "\n  " + fact.relation.text() + "  (" + fact.origin + ")";
  }
  for (SymbolId id : answer.ranges) {
    const Symbol symbol = scope_->info(id);
    out += "\n  " + std::to_string(symbol.lower) + " <= " + scope_->from_id(id).text();
    if (symbol.upper != INT64_MAX) out += " <= " + std::to_string(symbol.upper);
    out += "  (range of the symbol)";
  }
  if (answer.unknown()) {
    if (const auto wanted = missing(relation)) out += "\n  needs " + wanted->text();
  }
  return out;
}

std::optional<Relation> FactStore::missing(const Relation& relation) const {
  const facts::Row row = facts::row_of(relation, knowledge_->substitution());
  if (row.sum.overflow() || row.sum.is_constant()) return std::nullopt;
  const Dim difference = row.sum.as_written();
  Monomial common = common_monomial(difference);
  common.keep_non_negative();
  const Dim simpler = exact_quotient(difference, content(difference), common);
  Sum left, right;
  const SumView view(simpler);
  for (const Term& term : view.terms()) (term.coefficient < 0 ? left : right).add_term(term.monomial, std::abs(term.coefficient));
  (view.constant() < 0 ? left : right).add_constant(std::abs(view.constant()));
  const Relation wanted{relation.kind, std::move(left).finish(), std::move(right).finish()};
  if (wanted.a.is_overflow() || wanted.b.is_overflow() || wanted.text().size() >= relation.text().size()) return std::nullopt;
  return wanted;
}

}  // namespace gearbox
