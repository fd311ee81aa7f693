#include <algorithm>

#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace sum_rules_detail {

/// Rewrites of one sum before giving up, and the size of a sum beyond which none is tried.
constexpr int kMaxRewrites = 16;
constexpr size_t kMaxTerms = 32;

size_t count_functions(const Sum& sum) {
  return static_cast<size_t>(std::ranges::count_if(sum.terms(), [](const Term& t) { return t.monomial->depth != 0; }));
}

/// Takes the alternative where it has fewer terms, or else fewer terms with functions, or is `preferred` where both are as many.
bool take_if_better(Sum& sum, Sum alternative, bool preferred) {
  if (alternative.overflow() || alternative == sum) return false;
  const auto old_size = std::pair(sum.size(), count_functions(sum));
  const auto new_size = std::pair(alternative.size(), count_functions(alternative));
  if (new_size > old_size || (new_size == old_size && !preferred)) return false;
  sum = std::move(alternative);
  return true;
}

/// sum - coefficient*atom + coefficient*(x + y) - coefficient*other, where atom + other = x + y.
bool exchange(Sum& sum, const Term& term, Dim x, Dim y, const Sum& other) {
  const auto negated = scalar::mul(term.coefficient, -1);
  if (!negated) return false;
  Sum alternative(sum);
  alternative.add_term(term.monomial, *negated);
  alternative.add(x, term.coefficient);
  alternative.add(y, term.coefficient);
  alternative.add(other, *negated);
  return take_if_better(sum, std::move(alternative), term.coefficient < 0);
}

bool join_quotient_and_remainder(Sum& sum) {
  for (const Term& term : sum.terms()) {
    const DimNode* atom = term.monomial;
    if (atom->kind != NodeKind::kMod) continue;
    const auto negated = scalar::mul(term.coefficient, -1);
    if (!negated) continue;
    Sum alternative(sum);
    alternative.add_term(atom, *negated);
    alternative.add(atom->operands[0], term.coefficient);
    const Dim quotient = apply_rules(Division{NodeKind::kFloorDiv, atom->operands[0], atom->operands[1]}).as_written();
    alternative.add_product(atom->operands[1], quotient, *negated);
    if (take_if_better(sum, std::move(alternative), false)) return true;
  }
  return false;
}

/// A floordiv whose term is the multiple `times` of floordiv(x, y)*y.
struct MultipleOfDivisor {
  const DimNode* atom;
  int64_t times;
};

std::optional<MultipleOfDivisor> as_multiple_of_divisor(const Term& term) {
  const FactorView view(term.monomial);
  for (const Factor& factor : view.factors()) {
    if (factor.atom->kind != NodeKind::kFloorDiv) continue;
    Monomial others(term.monomial);
    others.divide(Monomial(factor.atom));
    const Dim divisor = factor.atom->operands[1];
    const SumView divisor_view(divisor);
    const int64_t unit = divisor.is_constant() ? divisor.value() : divisor_view.terms()[0].coefficient;
    if (divisor_view.size() != 1 || scalar::mod(term.coefficient, unit) != 0) continue;
    const auto times = scalar::floordiv(term.coefficient, unit);
    if (times && unit * others.dim() == divisor) return MultipleOfDivisor{factor.atom, *times};
  }
  return std::nullopt;
}

bool make_remainder(Sum& sum) {
  for (const Term& term : sum.terms()) {
    const auto found = as_multiple_of_divisor(term);
    if (!found) continue;
    const auto [x, y] = std::pair(found->atom->operands[0], found->atom->operands[1]);
    const SumView dividend(x);
    const bool may_cancel = std::ranges::any_of(dividend.terms(), [&sum](const Term& t) { return sum.coefficient(t.monomial) != 0; });
    const auto negated = scalar::mul(term.coefficient, -1);
    const auto negated_times = scalar::mul(found->times, -1);
    if (!may_cancel || !negated || !negated_times) continue;
    Sum alternative(sum);
    alternative.add_term(term.monomial, *negated);
    alternative.add(x, found->times);
    alternative.add(apply_rules(Division{NodeKind::kMod, x, y}), *negated_times);
    if (take_if_better(sum, std::move(alternative), true)) return true;
  }
  return false;
}

bool exchange_rounding(Sum& sum) {
  for (const Term& term : sum.terms()) {
    const DimNode* atom = term.monomial;
    if (atom->kind != NodeKind::kFloorDiv || !atom->operands[1].is_constant()) continue;
    const Dim mirrored = atom->operands[1] - 1 - atom->operands[0];
    if (exchange(sum, term, 0, 0, apply_rules(Division{NodeKind::kFloorDiv, mirrored, atom->operands[1]}))) return true;
  }
  return false;
}

bool exchange_extrema(Sum& sum) {
  for (const Term& term : sum.terms()) {
    const DimNode* atom = term.monomial;
    if ((atom->kind != NodeKind::kMin && atom->kind != NodeKind::kMax) || atom->operands.size() != 2) continue;
    const NodeKind opposite = atom->kind == NodeKind::kMin ? NodeKind::kMax : NodeKind::kMin;
    if (exchange(sum, term, atom->operands[0], atom->operands[1], apply_rules(Selection{opposite, atom->operands}))) return true;
  }
  return false;
}

constexpr SumRule kRules[] = {
    {"y*floordiv(x, y) + mod(x, y) = x", join_quotient_and_remainder},
    {"x - y*floordiv(x, y) = mod(x, y)", make_remainder},
    {"floordiv(x, c) = -floordiv(c - 1 - x, c)", exchange_rounding},
    {"x + y - min(x, y) = max(x, y)", exchange_extrema},
};

}  // namespace sum_rules_detail

std::span<const SumRule> sum_rules() { return sum_rules_detail::kRules; }

void apply_sum_rules(Sum& sum) {
  for (int rewrites = 0; rewrites < sum_rules_detail::kMaxRewrites; ++rewrites) {
    if (sum.overflow() || sum.size() < 2 || sum.size() > sum_rules_detail::kMaxTerms) return;
    if (sum_rules_detail::count_functions(sum) == 0) return;
    if (std::ranges::none_of(sum_rules(), [&sum](const SumRule& rule) { return rule.apply(sum); })) return;
  }
}

}  // namespace gearbox
