#include "shape/facts/value_range.h"

#include "expr/interval.h"

namespace gearbox::facts {

Interval value_range(const Knowledge& knowledge, const Sum& sum) {
  Interval total = {sum.constant(), sum.constant()};
  for (const Term& term : sum.terms()) {
    total = interval::add(total, interval::mul({term.coefficient, term.coefficient}, knowledge.range(term.monomial)));
    if (total.lower == INT64_MIN && total.upper == INT64_MAX) break;
  }
  return total;
}

Premises value_range_premises(const Knowledge& knowledge, const Sum& sum, bool upper) {
  Premises premises;
  for (const Term& term : sum.terms()) {
    const bool end = upper == (term.coefficient > 0);
    merge(premises, end ? knowledge.upper_premises(term.monomial) : knowledge.lower_premises(term.monomial));
  }
  return premises;
}

}  // namespace gearbox::facts
