#include "expr/bounds.h"

#include <algorithm>

#include "expr/interval.h"
#include "expr/scalar.h"

namespace gearbox {

namespace bounds_detail {

constexpr int64_t kLowest = INT64_MIN;
constexpr int64_t kHighest = INT64_MAX;

/// Nested expansions of functions, and the size of a sum beyond which none is tried.
constexpr int kEffort = 3;
constexpr size_t kMaxTerms = 8;

Interval interval_of(const Sum& sum) {
  Interval total = {sum.constant(), sum.constant()};
  for (const Term& term : sum.terms()) {
    total = interval::add(total, interval::mul({term.coefficient, term.coefficient}, term.monomial->bounds()));
  }
  return total;
}

/// What a broadcast can be: one operand's value, and exactly that of every operand that cannot be 1.
Interval broadcast_bounds(const std::vector<Dim>& operands) {
  Interval hull = {kHighest, kLowest}, meet = interval::kAll;
  for (Dim operand : operands) {
    const Interval range = bounds(operand);
    hull = {std::min(hull.lower, range.lower), std::max(hull.upper, range.upper)};
    if (range.lower > 1 || range.upper < 1) meet = {std::max(meet.lower, range.lower), std::min(meet.upper, range.upper)};
  }
  const Interval both = {std::max(hull.lower, meet.lower), std::min(hull.upper, meet.upper)};
  return both.lower <= both.upper ? both : hull;
}

int64_t lower(const Sum& sum, int effort);

/// `scale` times the sum, but `term` gives way to its coefficient * others * (value + offset).
Sum with_term_replaced(const Sum& sum, const Term& term, const Monomial& others, Dim value, int64_t offset, int64_t scale) {
  Sum result;
  result.add(sum, scale);
  result.add_term(term.monomial, -term.coefficient * scale);
  result.add_product(others, value, term.coefficient);
  result.add_product(others, offset, term.coefficient);
  return result;
}

bool small(int64_t v) { return v > -(int64_t{1} << 31) && v < (int64_t{1} << 31); }

/// A lower bound of the sum from replacing one function, a factor of `term`, by what bounds it; kLowest where nothing is known.
/// The other factors of the term are >= 0.
int64_t lower_by_expanding(const Sum& sum, const Term& term, const DimNode* atom, const Monomial& others, int effort) {
  const bool positive = term.coefficient > 0;
  if (!small(term.coefficient)) return kLowest;
  switch (atom->kind) {
    case NodeKind::kMin:
    case NodeKind::kMax: {
      const bool needs_all = positive == (atom->kind == NodeKind::kMin);
      int64_t best = needs_all ? kHighest : kLowest;
      for (Dim operand : atom->operands) {
        const int64_t bound = lower(with_term_replaced(sum, term, others, operand, 0, 1), effort);
        best = needs_all ? std::min(best, bound) : std::max(best, bound);
      }
      return best;
    }
    case NodeKind::kFloorDiv: {
      const Dim divisor = atom->operands[1];
      if (!divisor.is_constant() || divisor.value() <= 0 || !small(divisor.value())) return kLowest;
      const int64_t offset = positive ? 1 - divisor.value() : 0;
      const int64_t scaled = lower(with_term_replaced(sum, term, others, atom->operands[0], offset, divisor.value()), effort);
      return scaled == kLowest ? kLowest : -*scalar::floordiv(-scaled, divisor.value());
    }
    case NodeKind::kMod:
      if (positive || gearbox::bounds(atom->operands[0]).lower < 0) return kLowest;
      return lower(with_term_replaced(sum, term, others, atom->operands[0], 0, 1), effort);
    default: return kLowest;
  }
}

int64_t lower(const Sum& sum, int effort) {
  if (sum.overflow()) return kLowest;
  int64_t best = interval_of(sum).lower;
  if (effort == 0 || sum.terms().size() > kMaxTerms) return best;
  for (const Term& term : sum.terms()) {
    const FactorView view(term.monomial);
    for (const Factor& factor : view.factors()) {
      if (factor.atom->kind == NodeKind::kSymbol || factor.power != 1) continue;
      Monomial others(term.monomial);
      others.divide(Monomial(factor.atom));
      if (!others.is_one() && gearbox::bounds(others.dim()).lower < 0) continue;
      best = std::max(best, lower_by_expanding(sum, term, factor.atom, others, effort - 1));
    }
  }
  return best;
}

}  // namespace bounds_detail

int64_t lower_bound(const Sum& sum) { return bounds_detail::lower(sum, bounds_detail::kEffort); }

bool proven_le(Dim a, Dim b) {
  if (bounds(a).upper <= bounds(b).lower) return true;
  Sum difference(b);
  difference.add(a, -1);
  return !difference.overflow() && lower_bound(difference) >= 0;
}

Interval compute_bounds(const DimNode& node) {
  using namespace bounds_detail;
  switch (node.kind) {
    case NodeKind::kFloorDiv: return interval::floordiv(bounds(node.operands[0]), bounds(node.operands[1]));
    case NodeKind::kMod: return interval::mod(bounds(node.operands[0]), bounds(node.operands[1]));
    case NodeKind::kProduct: return interval::mul(bounds(node.operands[0]), bounds(node.operands[1]));
    case NodeKind::kBroadcast: return broadcast_bounds(node.operands);
    case NodeKind::kMin:
    case NodeKind::kMax: {
      Interval range = bounds(node.operands[0]);
      for (Dim operand : node.operands) {
        const Interval next = bounds(operand);
        range = node.kind == NodeKind::kMin ? Interval{std::min(range.lower, next.lower), std::min(range.upper, next.upper)}
                                            : Interval{std::max(range.lower, next.lower), std::max(range.upper, next.upper)};
      }
      return range;
    }
    case NodeKind::kMonomial: {
      Interval range = {1, 1};
      for (const Factor& factor : node.factors) range = interval::mul(range, interval::power(factor.atom->bounds(), factor.power));
      return range;
    }
    case NodeKind::kSum: {
      const Sum sum(node.dim());
      Sum negated;
      negated.add(sum, -1);
      const int64_t negated_lower = lower_bound(negated);
      const int64_t upper = negated_lower == kLowest ? kHighest : -negated_lower;
      return {lower_bound(sum), std::min(interval_of(sum).upper, upper)};
    }
    case NodeKind::kSymbol:
    case NodeKind::kOverflow: return interval::kAll;
  }
  return interval::kAll;
}

Interval bounds(Dim dim) {
  if (dim.is_constant()) return {dim.value(), dim.value()};
  return dim.node()->bounds();
}

}  // namespace gearbox
