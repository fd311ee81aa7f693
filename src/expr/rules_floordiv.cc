#include "expr/bounds.h"
#include "expr/division.h"
#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace floordiv_rules_detail {

bool fold(Division& d) {
  if (!d.x.is_constant() || !d.y.is_constant()) return false;
  const auto quotient = scalar::floordiv(d.x.value(), d.y.value());
  return d.finish(quotient ? Dim(*quotient) : Dim::overflow());
}

bool by_one(Division& d) { return d.y.is_constant(1) && d.finish(d.x); }

bool of_zero(Division& d) { return d.x.is_constant(0) && d.finish(0); }

bool make_divisor_positive(Division& d) { return division::negate_if_divisor_negative(d); }

bool split(Division& d) {
  const auto parts = division::split_multiples(d.x, d.y);
  if (!parts) return false;
  d.add = d.add + d.times * parts->quotient;
  d.x = parts->remainder;
  return true;
}

bool make_dividend_positive(Division& d) {
  const SumView view(d.x);
  const int64_t lead = view.terms().empty() ? view.constant() : view.terms()[0].coefficient;
  if (lead >= 0 || SumView(d.y).size() != 1 || bounds(d.y).lower < 0) return false;
  d.x = -d.x - 1;
  d.add = d.add - d.times;
  d.times = -d.times;
  return true;
}

bool cancel(Division& d) {
  const auto common = division::cancel(d.x, d.y);
  if (!common) return false;
  d.x = common->x;
  d.y = common->y;
  return true;
}

bool coarsen(Division& d) {
  const auto coarse = division::coarsen(d.x, d.y);
  if (!coarse) return false;
  d.x = coarse->x;
  d.y = coarse->y;
  return true;
}

bool unnest(Division& d) {
  if (bounds(d.y).lower < 0) return false;
  const SumView view(d.x);
  const DimNode* inner = nullptr;
  for (const Term& term : view.terms()) {
    if (term.monomial->kind != NodeKind::kFloorDiv) continue;
    if (inner != nullptr || term.coefficient != 1) return false;
    inner = term.monomial;
  }
  if (inner == nullptr) return false;
  const Dim divisor = inner->operands[1];
  if (!divisor.is_constant() && d.x != inner->dim()) return false;
  d.x = inner->operands[0] + divisor * (d.x - inner->dim());
  d.y = divisor * d.y;
  return true;
}

bool by_range(Division& d) {
  const auto quotient = division::only_quotient(d.x, d.y);
  return quotient && d.finish(*quotient);
}

constexpr DivisionRule kRules[] = {
    {"floordiv(c, d) = rounded down, for constants", fold},
    {"floordiv(x, 1) = x", by_one},
    {"floordiv(0, y) = 0", of_zero},
    {"floordiv(x, y) = floordiv(-x, -y) given y <= 0", make_divisor_positive},
    {"floordiv(q*y + r, y) = q + floordiv(r, y)", split},
    {"floordiv(-x, y) = -floordiv(x - 1, y) - 1 given y >= 0 of one term", make_dividend_positive},
    {"floordiv(g*x, g*y) = floordiv(x, y)", cancel},
    {"floordiv(c*x + d, c*y) = floordiv(x + floordiv(d, c), y) given y >= 0", coarsen},
    {"floordiv(floordiv(x, c) + z, y) = floordiv(x + c*z, c*y) given y >= 0", unnest},
    {"floordiv(x, y) = q given q*y <= x < q*y + y", by_range},
};

}  // namespace floordiv_rules_detail

std::span<const DivisionRule> floordiv_rules() { return floordiv_rules_detail::kRules; }

}  // namespace gearbox
