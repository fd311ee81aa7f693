#include "shape/facts/ask.h"

#include <algorithm>

#include "shape/facts/refute.h"

namespace gearbox::facts {

namespace ask_detail {

Answer answer(Verdict verdict, Proof proof, const FactSet& used) {
  Answer result{verdict, false, std::move(proof.facts), std::move(proof.ranges)};
  merge(result.facts, used);
  return result;
}

/// The sum negated, less one: >= 0 where the sum is < 0.
Sum negative(const Sum& sum) {
  Sum result(-1);
  result.add(sum, -1);
  return result;
}

Sum less_one(const Sum& sum) {
  Sum result(sum);
  result.add_constant(-1);
  return result;
}

}  // namespace ask_detail

Answer ask(const Knowledge& knowledge, const Relation& relation) {
  using namespace ask_detail;
  if (relation.a == relation.b && !relation.a.is_overflow()) return {Verdict::kYes, false, {}, {}};
  const Row row = row_of(relation, knowledge.substitution);
  if (row.sum.overflow()) return {};
  if (row.sum.is_constant()) {
    const bool holds = row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0;
    return answer(holds ? Verdict::kYes : Verdict::kNo, {}, row.facts);
  }
  const Gathering gathering(knowledge, row.sum.terms());
  Effort effort{kEffort};
  if (auto proof = refute(gathering, negative(row.sum), false, effort)) {
    if (!row.equality) return answer(Verdict::kYes, *proof, row.facts);
    if (auto other = refute(gathering, less_one(row.sum), false, effort)) {
      merge(proof->facts, other->facts);
      proof->ranges.insert(proof->ranges.end(), other->ranges.begin(), other->ranges.end());
      return answer(Verdict::kYes, *proof, row.facts);
    }
  }
  if (auto proof = refute(gathering, row.sum, row.equality, effort)) return answer(Verdict::kNo, *proof, row.facts);
  return {};
}

Interval range(const Knowledge& knowledge, Dim dim) {
  FactSet used;
  const Sum sum = knowledge.substitution.apply(dim, used);
  Interval result = bounds(dim);
  if (sum.overflow() || dim.is_constant()) return result;
  Gathering gathering(knowledge, sum.terms());
  const int column = gathering.system().fresh_column();
  gathering.system().draft(sum, 1).draft_column(column, -1).commit(true, {0, 0});
  Effort effort{kEffort};
  Elimination elimination(gathering.system(), effort, column);
  if (elimination.refuted()) return result;
  const KeptValues values = elimination.kept();
  return {std::max(result.lower, values.range.lower), std::min(result.upper, values.range.upper)};
}

Congruence congruence(const Knowledge& knowledge, Dim dim) {
  FactSet used;
  const Sum sum = knowledge.substitution.apply(dim, used);
  if (sum.overflow() || dim.is_constant()) return dim.is_constant() ? Congruence{0, dim.value()} : Congruence{};
  Gathering gathering(knowledge, sum.terms());
  const int column = gathering.system().fresh_column();
  gathering.system().draft(sum, 1).draft_column(column, -1).commit(true, {0, 0});
  Effort effort{kEffort};
  Elimination elimination(gathering.system(), effort, column);
  if (elimination.refuted()) return {};
  const KeptValues values = elimination.kept();
  return {values.modulus, values.residue};
}

}  // namespace gearbox::facts
