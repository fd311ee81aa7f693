#include "shape/facts/value_range.h"

#include "expr/interval.h"

namespace gearbox::facts {

namespace value_range_detail {

template <class RangeOf>
Interval total(const Sum& sum, RangeOf&& range_of) {
  Interval result = {sum.constant(), sum.constant()};
  for (const Term& term : sum.terms()) {
    result = interval::add(result, interval::mul({term.coefficient, term.coefficient}, range_of(term.monomial)));
    if (result.lower == INT64_MIN && result.upper == INT64_MAX) break;
  }
  return result;
}

}  // namespace value_range_detail

Interval value_range(const Knowledge& knowledge, const Sum& sum) {
  return value_range_detail::total(sum, [&knowledge](const DimNode* node) { return knowledge.range(node); });
}

Interval value_range(const Sum& sum) {
  return value_range_detail::total(sum, [](const DimNode* node) { return node->bounds(); });
}

Premises value_range_premises(const Knowledge& knowledge, const Sum& sum, bool upper) {
  Premises premises;
  for (const Term& term : sum.terms()) {
    const bool end = upper == (term.coefficient > 0);
    merge(premises, end ? knowledge.upper_premises(term.monomial) : knowledge.lower_premises(term.monomial));
  }
  return premises;
}

Premises value_range_premises(const Sum& sum) {
  Premises premises;
  for (const Term& term : sum.terms()) merge(premises, range_premises(term.monomial));
  return premises;
}

}  // namespace gearbox::facts
