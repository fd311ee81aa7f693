#include "shape/facts/ask.h"

#include <algorithm>

#include "shape/facts/refute.h"

namespace gearbox::facts {

namespace ask_detail {

Answer answer(Verdict verdict, const Premises& premises) {
  Answer result{verdict, false, {}, {}};
  const auto facts = std::ranges::lower_bound(premises, 0);
  result.facts.assign(facts, premises.end());
  for (auto range = facts; range != premises.begin();) result.ranges.push_back(-1 - *--range);
  return result;
}

/// A question about sum >= 0 or sum == 0, where the sum is factor * core and the factor, a product of atoms, is not negative.
class Question {
 public:
  Question(const Knowledge& knowledge, const Row& row) : knowledge_(knowledge), row_(row), core_{row.sum, row.equality} {
    if (row.sum.constant() == 0) {
      factor_ = common_monomial(row.sum.as_written());
      factor_.keep_non_negative();
    }
    if (!factor_.is_one()) core_ = divided(row, factor_);
  }

  Answer answer() {
    look();
    if (satisfied_ && falsified_) return {Verdict::kUnknown, true, {}, {}};
    std::vector<Term> terms = core_.sum.terms();
    if (!factor_.is_one()) {
      terms.insert(terms.end(), row_.sum.terms().begin(), row_.sum.terms().end());
      for (const Factor& factor : factor_.factors()) terms.push_back({factor.atom, 1});
    }
    const Gathering gathering(knowledge_, terms);
    if (!falsified_) {
      if (const auto proof = holds(gathering)) return ask_detail::answer(Verdict::kYes, merged(row_.premises, *proof));
    }
    effort_ = {kEffort};
    if (!satisfied_) {
      if (const auto proof = fails(gathering)) return ask_detail::answer(Verdict::kNo, merged(row_.premises, *proof));
    }
    return {};
  }

 private:
  /// What the witnesses show.
  void look() {
    const Lanes<Witnesses::kCount> lanes = knowledge_.witnesses().evaluate(row_.sum);
    for (size_t i = 0; i < Witnesses::kCount; ++i) {
      if ((lanes.defined >> i & 1) == 0) continue;
      const bool truth = row_.equality ? lanes.value[i] == 0 : lanes.value[i] >= 0;
      (truth ? satisfied_ : falsified_) = true;
    }
  }

  /// sign * core >= offset, with a positive factor.
  std::optional<Premises> refute_core(const Gathering& gathering, int64_t sign, int64_t offset, bool equality) {
    std::vector<Assumption> assumptions{{Sum(-offset), equality}};
    assumptions[0].sum.add(core_.sum, sign);
    for (const Factor& factor : factor_.factors()) {
      assumptions.push_back({Sum(-1), false});
      assumptions.back().sum.add_term(factor.atom, 1);
    }
    return refute(gathering, assumptions, effort_);
  }

  std::optional<Premises> holds(const Gathering& gathering) {
    auto proof = refute_core(gathering, -1, 1, false);
    if (!proof || !row_.equality) return proof;
    const auto above = refute_core(gathering, 1, 1, false);
    if (!above) return std::nullopt;
    merge(*proof, *above);
    return proof;
  }

  std::optional<Premises> fails(const Gathering& gathering) {
    auto proof = refute_core(gathering, 1, 0, row_.equality);
    for (const Factor& factor : factor_.factors()) {
      if (!proof) return proof;
      const Assumption zero{Sum(factor.atom->dim()), true};
      const auto positive = refute(gathering, {&zero, 1}, effort_);
      if (!positive) return std::nullopt;
      merge(*proof, *positive);
    }
    return proof;
  }

  const Knowledge& knowledge_;
  const Row& row_;
  Monomial factor_;
  Row core_;
  Effort effort_{kEffort};
  bool satisfied_ = false, falsified_ = false;
};

}  // namespace ask_detail

Answer ask(const Knowledge& knowledge, const Relation& relation) {
  if (relation.a == relation.b && !relation.a.is_overflow()) return {Verdict::kYes, false, {}, {}};
  const Row row = row_of(relation, knowledge.substitution());
  if (row.sum.overflow()) return {};
  if (row.sum.is_constant()) {
    const bool holds = row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0;
    return ask_detail::answer(holds ? Verdict::kYes : Verdict::kNo, row.premises);
  }
  return ask_detail::Question(knowledge, row).answer();
}

Interval range(const Knowledge& knowledge, Dim dim) {
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
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
  Premises used;
  const Sum sum = knowledge.substitution().apply(dim, used);
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
