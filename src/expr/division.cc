#include "expr/division.h"

#include <algorithm>
#include <numeric>

#include "expr/bounds.h"
#include "expr/interval.h"
#include "expr/scalar.h"

namespace gearbox::division {

namespace division_detail {

/// Steps of polynomial division before giving up.
constexpr int kMaxSteps = 64;

/// How many times a coefficient holds the divisor's: rounded down, but up where that is almost exact, so that -N over 1000 stays
/// -N and does not become 999*N.
std::optional<int64_t> near_quotient(int64_t coefficient, int64_t divisor) {
  const auto quotient = scalar::floordiv(coefficient, divisor);
  const auto rest = scalar::mod(coefficient, divisor);
  return quotient && divisor > 0 && divisor - *rest <= divisor / 16 ? scalar::add(*quotient, 1) : quotient;
}

std::optional<Split> split_by_term(Dim x, int64_t coefficient, const Monomial& monomial) {
  const SumView view(x);
  Sum quotient, remainder(x);
  if (monomial.is_one()) {
    const auto q = scalar::floordiv(view.constant(), coefficient);
    const auto taken = q ? scalar::mul(*q, coefficient) : q;
    if (!taken || *taken == INT64_MIN) return std::nullopt;
    quotient.add_constant(*q);
    remainder.add_constant(-*taken);
  }
  for (const Term& term : view.terms()) {
    Monomial factor(term.monomial);
    if (!factor.divide(monomial)) continue;
    const auto q = near_quotient(term.coefficient, coefficient);
    const auto taken = q ? scalar::mul(*q, coefficient) : q;
    if (!taken || *taken == INT64_MIN) return std::nullopt;
    quotient.add(factor.dim(), *q);
    remainder.add_term(term.monomial, -*taken);
  }
  if (quotient.size() == 0 || quotient.overflow() || remainder.overflow()) return std::nullopt;
  return Split{std::move(quotient).finish(), std::move(remainder).finish()};
}

std::optional<Split> split_by_sum(Dim x, Dim y) {
  const SumView view(y);
  const Term lead = view.terms()[0];
  Sum quotient, remainder(x);
  for (int step = 0; step < kMaxSteps; ++step) {
    const auto divisible = std::ranges::find_if(remainder.terms(), [&lead](const Term& term) {
      return scalar::mod(term.coefficient, lead.coefficient) == 0 && Monomial(term.monomial).divide(Monomial(lead.monomial));
    });
    if (divisible == remainder.terms().end()) break;
    Monomial factor(divisible->monomial);
    factor.divide(Monomial(lead.monomial));
    const auto q = scalar::floordiv(divisible->coefficient, lead.coefficient);
    if (!q || *q == INT64_MIN) return std::nullopt;
    quotient.add(factor.dim(), *q);
    remainder.add_product(factor, y, -*q);
    if (quotient.overflow() || remainder.overflow()) return std::nullopt;
  }
  const bool simpler = remainder.size() < SumView(x).size() || (remainder.is_constant() && !x.is_constant());
  if (quotient.size() == 0 || !simpler) return std::nullopt;
  return Split{std::move(quotient).finish(), std::move(remainder).finish()};
}

}  // namespace division_detail

bool negate_if_divisor_negative(Division& division) {
  const Interval range = bounds(division.y);
  if (range.upper > 0 || range.lower >= 0) return false;
  division.x = -division.x;
  division.y = -division.y;
  return true;
}

std::optional<Split> split_multiples(Dim x, Dim y) {
  using namespace division_detail;
  if (y.is_constant()) return split_by_term(x, y.value(), Monomial());
  const SumView view(y);
  if (view.size() > 1) return split_by_sum(x, y);
  return split_by_term(x, view.terms()[0].coefficient, Monomial(view.terms()[0].monomial));
}

std::optional<Cancelled> cancel(Dim x, Dim y) {
  if (x.is_constant(0)) return std::nullopt;
  const int64_t divisor = std::gcd(content(x), content(y));
  Monomial monomial = common_monomial(x);
  monomial.intersect(common_monomial(y));
  if (divisor <= 1 && monomial.is_one()) return std::nullopt;
  return Cancelled{divisor * monomial.dim(), exact_quotient(x, divisor, monomial), exact_quotient(y, divisor, monomial)};
}

std::optional<Coarse> coarsen(Dim x, Dim y) {
  if (bounds(y).lower < 0) return std::nullopt;
  const int64_t constant = SumView(x).constant();
  Sum varying(x);
  if (constant == INT64_MIN) return std::nullopt;
  varying.add_constant(-constant);
  const Dim terms = varying.as_written();
  const int64_t factor = std::gcd(content(terms), content(y));
  if (factor <= 1) return std::nullopt;
  const Dim coarse = exact_quotient(terms, factor, Monomial()) + *scalar::floordiv(constant, factor);
  return Coarse{factor, coarse, exact_quotient(y, factor, Monomial()), *scalar::mod(constant, factor)};
}

std::optional<int64_t> only_quotient(Dim x, Dim y) {
  const Interval range = bounds(x);
  const Interval divisor = interval::divisor(bounds(y));
  if (divisor.lower <= 0) return std::nullopt;
  const Interval quotients = interval::floordiv(range, divisor);
  if (interval::is_point(quotients)) return quotients.lower;
  Sum above(y), below(y);
  above.add(x, -1);
  below.add(x, 1);
  if (range.lower >= 0 && !above.overflow() && lower_bound(above) >= 1) return 0;
  if (range.upper < 0 && !below.overflow() && lower_bound(below) >= 0) return -1;
  return std::nullopt;
}

}  // namespace gearbox::division
