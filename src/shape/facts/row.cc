#include <numeric>

#include "expr/scalar.h"
#include "shape/facts/knowledge.h"

namespace gearbox::facts {

void divide_by_content(Row& row) {
  uint64_t divisor = 0;
  for (const Term& term : row.sum.terms()) {
    const auto value = static_cast<uint64_t>(term.coefficient);
    divisor = std::gcd(divisor, term.coefficient < 0 ? 0 - value : value);
  }
  if (divisor <= 1 || divisor > INT64_MAX) return;
  const auto by = static_cast<int64_t>(divisor);
  if (row.equality && row.sum.constant() % by != 0) return;
  Sum reduced(*scalar::floordiv(row.sum.constant(), by));
  for (const Term& term : row.sum.terms()) reduced.add_term(term.monomial, term.coefficient / by);
  row.sum = std::move(reduced);
}

Row row_of(const Relation& relation, const Substitution& substitution) {
  Row row;
  row.equality = relation.kind == Relation::Kind::kEqual;
  row.sum = substitution.apply(relation.b, row.premises);
  row.sum.add(substitution.apply(relation.a, row.premises), -1);
  divide_by_content(row);
  return row;
}

Monomial common_factor(const Sum& sum) {
  if (sum.constant() != 0 || sum.terms().empty()) return {};
  Monomial common(sum.terms()[0].monomial);
  for (const Term& term : sum.terms()) {
    if (common.is_one()) break;
    common.intersect(Monomial(term.monomial));
  }
  return common;
}

Row divided(const Row& row, const Monomial& monomial) {
  Row result{Sum(), row.equality, row.premises};
  for (const Term& term : row.sum.terms()) {
    Monomial quotient(term.monomial);
    quotient.divide(monomial);
    result.sum.add(quotient.dim(), term.coefficient);
  }
  return result;
}

}  // namespace gearbox::facts
