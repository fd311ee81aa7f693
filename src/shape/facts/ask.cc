#include "shape/facts/ask.h"

#include <algorithm>

#include "shape/facts/question.h"

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

Interval range(const Knowledge& knowledge, Dim dim) {
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
  Interval result = bounds(dim);
  if (sum.overflow() || dim.is_constant()) return result;
  Gathering gathering(knowledge, sum.terms());
  const int column = gathering.system().fresh_column();
  gathering.system().draft(sum, 1).draft_column(column, -1).commit(true, {0, 0});
  Effort effort{Question::kEffort};
  Elimination elimination(gathering.system(), effort, column);
  if (elimination.refuted()) return result;
  const KeptValues values = elimination.kept();
  return {std::max(result.lower, values.range.lower), std::min(result.upper, values.range.upper)};
}

Congruence congruence(const Knowledge& knowledge, Dim dim) {
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
  if (sum.overflow() || dim.is_constant()) return dim.is_constant() ? Congruence{0, dim.value()} : Congruence{};
  Gathering gathering(knowledge, sum.terms());
  const int column = gathering.system().fresh_column();
  gathering.system().draft(sum, 1).draft_column(column, -1).commit(true, {0, 0});
  Effort effort{Question::kEffort};
  Elimination elimination(gathering.system(), effort, column);
  if (elimination.refuted()) return {};
  const KeptValues values = elimination.kept();
  return {values.modulus, values.residue};
}

}  // namespace gearbox::facts
