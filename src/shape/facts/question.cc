#include "shape/facts/question.h"

#include <algorithm>

#include "shape/facts/canonical.h"
#include "shape/facts/differences.h"
#include "shape/facts/value_range.h"

namespace gearbox::facts {

Question::Question(const Knowledge& knowledge, const Row& row) : knowledge_(knowledge), row_(row) {
  if (row.sum.constant() == 0) factor_ = common_factor(row.sum);
  factor_.keep_non_negative();
  core_ = factor_.is_one() ? row : divided(row, factor_);
}

Conclusion Question::conclude() {
  Conclusion conclusion;
  if (decided_by_range(conclusion)) return conclusion;
  look();
  if (satisfied_ && falsified_) return {Verdict::kUnknown, true, {}};
  if (decided_by_remainder(conclusion) || decided_by_differences(conclusion)) return conclusion;
  std::vector<Term> terms = core_.sum.terms();
  if (!factor_.is_one()) {
    terms.insert(terms.end(), row_.sum.terms().begin(), row_.sum.terms().end());
    for (const Factor& factor : factor_.factors()) terms.push_back({factor.atom, 1});
  }
  const Gathering gathering(knowledge_, terms);
  if (!falsified_) {
    if (auto proof = prove(gathering)) return {Verdict::kYes, false, std::move(*proof)};
  }
  effort_ = {kEffort};
  if (!satisfied_) {
    if (auto proof = disprove(gathering)) return {Verdict::kNo, false, std::move(*proof)};
  }
  return conclude_reduced();
}

Conclusion Question::conclude_reduced() const {
  const bool nonlinear = std::ranges::any_of(row_.sum.terms(), [](const Term& term) { return term.monomial->kind != NodeKind::kSymbol; });
  if (!nonlinear || reduced_ || knowledge_.equalities().empty()) return {};
  Canonical canonical(knowledge_);
  const Row row{canonical.reduce(row_.sum), row_.equality, {}};
  if (row.sum == row_.sum || row.sum.overflow()) return {};
  Conclusion conclusion;
  if (row.sum.is_constant()) {
    const bool holds = row.equality ? row.sum.constant() == 0 : row.sum.constant() >= 0;
    conclusion.verdict = holds ? Verdict::kYes : Verdict::kNo;
  } else {
    Question question(knowledge_, row);
    question.reduced_ = true;
    conclusion = question.conclude();
  }
  merge(conclusion.premises, canonical.premises());
  return conclusion;
}

void Question::look() {
  const Lanes<Witnesses::kCount> lanes = knowledge_.witnesses().evaluate(row_.sum);
  for (size_t i = 0; i < Witnesses::kCount; ++i) {
    if ((lanes.defined >> i & 1) == 0) continue;
    const bool truth = row_.equality ? lanes.value[i] == 0 : lanes.value[i] >= 0;
    (truth ? satisfied_ : falsified_) = true;
  }
}

namespace {

/// What the range of the sum says of sum >= 0 or sum == 0; Yes for an equality rests on both ends.
Verdict verdict_of(Interval range, bool equality) {
  if (range.upper < 0 || (equality && range.lower > 0)) return Verdict::kNo;
  const bool holds = range.lower >= 0 && (!equality || range.upper == 0);
  return holds ? Verdict::kYes : Verdict::kUnknown;
}

}  // namespace

bool Question::decided_by_range(Conclusion& conclusion) const {
  // First without the facts, for a shorter proof.
  conclusion.verdict = verdict_of(value_range(row_.sum), row_.equality);
  if (conclusion.verdict != Verdict::kUnknown) {
    conclusion.premises = value_range_premises(row_.sum);
    return true;
  }
  const Interval range = value_range(knowledge_, row_.sum);
  conclusion.verdict = verdict_of(range, row_.equality);
  if (conclusion.verdict == Verdict::kUnknown) return false;
  const bool yes = conclusion.verdict == Verdict::kYes;
  if (yes || range.lower > 0) conclusion.premises = value_range_premises(knowledge_, row_.sum, false);
  if (range.upper < 0 || (yes && row_.equality)) merge(conclusion.premises, value_range_premises(knowledge_, row_.sum, true));
  return true;
}

bool Question::decided_by_remainder(Conclusion& conclusion) const {
  if (!row_.equality) return false;
  Remainder remainder = knowledge_.congruences().remainder(row_.sum);
  if (remainder.congruence.residue == 0) return false;
  conclusion = {Verdict::kNo, false, std::move(remainder.premises)};
  return true;
}

/// For a core of x - y + c with two columns.
bool Question::decided_by_differences(Conclusion& conclusion) const {
  const std::vector<Term>& terms = core_.sum.terms();
  if (!factor_.is_one() || terms.size() != 2 || core_.sum.constant() == INT64_MIN) return false;
  const bool ordered = terms[0].coefficient == 1 && terms[1].coefficient == -1;
  if (!ordered && (terms[0].coefficient != -1 || terms[1].coefficient != 1)) return false;
  const DimNode* x = terms[ordered ? 0 : 1].monomial;
  const DimNode* y = terms[ordered ? 1 : 0].monomial;
  const int64_t c = core_.sum.constant();
  auto below = difference_bound(knowledge_, y, x);  // y - x <= c makes the core >= 0
  auto above = difference_bound(knowledge_, x, y);  // x - y <= -c makes it <= 0
  const auto decide = [&](Verdict verdict, Premises premises) {
    conclusion = {verdict, false, std::move(premises)};
    return true;
  };
  if (above && above->bound < -c) return decide(Verdict::kNo, std::move(above->premises));
  if (!below || below->bound > c) return false;
  if (!core_.equality) return decide(Verdict::kYes, std::move(below->premises));
  if (below->bound < c) return decide(Verdict::kNo, std::move(below->premises));
  if (!above || above->bound > -c) return false;
  return decide(Verdict::kYes, merged(std::move(below->premises), above->premises));
}

/// Refutes sign * core >= offset (or ==) with a positive factor.
std::optional<Premises> Question::refute_core(const Gathering& gathering, int64_t sign, int64_t offset, bool equality) {
  std::vector<Assumption> assumptions{{Sum(-offset), equality}};
  assumptions[0].sum.add(core_.sum, sign);
  for (const Factor& factor : factor_.factors()) {
    assumptions.push_back({Sum(-1), false});
    assumptions.back().sum.add_term(factor.atom, 1);
  }
  return refute(gathering, assumptions, effort_);
}

std::optional<Premises> Question::prove(const Gathering& gathering) {
  auto proof = refute_core(gathering, -1, 1, false);
  if (!proof || !row_.equality) return proof;
  const auto above = refute_core(gathering, 1, 1, false);
  if (!above) return std::nullopt;
  merge(*proof, *above);
  return proof;
}

std::optional<Premises> Question::disprove(const Gathering& gathering) {
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

}  // namespace gearbox::facts
