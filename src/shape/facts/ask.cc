#include "shape/facts/ask.h"

#include <algorithm>

#include "shape/facts/question.h"
#include "shape/facts/value_range.h"

namespace gearbox::facts {

namespace ask_detail {

Answer answer(Verdict verdict, const Premises& premises) {
  Answer result{verdict, false, {}, {}};
  const auto facts = std::ranges::lower_bound(premises, 0);
  result.facts.assign(facts, premises.end());
  for (auto range = facts; range != premises.begin();) result.ranges.push_back(-1 - *--range);
  return result;
}

}  // namespace ask_detail

Answer ask(const Knowledge& knowledge, const Relation& relation) {
  if (relation.a == relation.b && !relation.a.is_overflow()) return {Verdict::kYes, false, {}, {}};
  Row row = row_of(relation, knowledge.substitution());
  if (row.sum.overflow()) return {};
  row.sum = knowledge.congruences().resolve(row.sum, row.premises);
  if (row.sum.is_constant()) {
    const bool holds = row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0;
    return ask_detail::answer(holds ? Verdict::kYes : Verdict::kNo, row.premises);
  }
  const Conclusion conclusion = Question(knowledge, row).conclude();
  if (conclusion.verdict == Verdict::kUnknown) return {Verdict::kUnknown, conclusion.independent, {}, {}};
  return ask_detail::answer(conclusion.verdict, merged(std::move(row.premises), conclusion.premises));
}

namespace ask_detail {

/// What elimination leaves of an unknown that equals the sum.
KeptValues eliminate_all_but(const Knowledge& knowledge, const Sum& sum) {
  Gathering gathering(knowledge, sum.terms());
  System& system = gathering.system();
  const int column = system.fresh_column();
  if (!system.draft(sum, 1).draft_column(column, -1).commit(true, {0, 0})) return {};
  Effort effort{Question::kEffort};
  Elimination elimination(system, effort, column);
  return elimination.refuted() ? KeptValues() : elimination.kept();
}

}  // namespace ask_detail

Interval range(const Knowledge& knowledge, Dim dim) {
  Interval result = bounds(dim);
  if (dim.is_constant() || dim.is_overflow()) return result;
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
  if (sum.overflow()) return result;
  for (const Interval& more : {value_range(knowledge, sum), ask_detail::eliminate_all_but(knowledge, sum).range}) {
    result = {std::max(result.lower, more.lower), std::min(result.upper, more.upper)};
  }
  return result;
}

Congruence congruence(const Knowledge& knowledge, Dim dim) {
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
  if (sum.overflow()) return {};
  const Congruence known = knowledge.congruences().remainder(sum).congruence;
  if (known.modulus == 0) return known;
  const KeptValues kept = ask_detail::eliminate_all_but(knowledge, sum);
  return meet(known, {kept.modulus, kept.residue}).value_or(known);
}

}  // namespace gearbox::facts
