#include "expr/bounds.h"
#include "expr/division.h"
#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace floordiv_rules_detail {

using Outcome = std::optional<Dim>;

Outcome fold(Dim x, Dim y) {
  if (!x.is_constant() || !y.is_constant()) return std::nullopt;
  return scalar::floordiv(x.value(), y.value());
}

Outcome by_one(Dim x, Dim y) { return y.is_constant(1) ? Outcome(x) : std::nullopt; }

Outcome of_zero(Dim x, Dim) { return x.is_constant(0) ? Outcome(0) : std::nullopt; }

Outcome make_divisor_positive(Dim x, Dim y) {
  const Interval range = bounds(y);
  if (range.upper > 0 || range.lower >= 0) return std::nullopt;
  const Dim dividend = -x, divisor = -y;
  if (dividend.is_overflow() || divisor.is_overflow()) return std::nullopt;
  return floordiv(dividend, divisor);
}

Outcome split(Dim x, Dim y) {
  const auto parts = division::split_multiples(x, y);
  if (!parts) return std::nullopt;
  return parts->quotient + floordiv(parts->remainder, y);
}

Outcome cancel(Dim x, Dim y) {
  const auto common = division::cancel(x, y);
  if (!common) return std::nullopt;
  return floordiv(common->x, common->y);
}

Outcome coarsen(Dim x, Dim y) {
  if (bounds(y).lower < 0) return std::nullopt;
  const auto coarse = division::coarsen(x, y);
  if (!coarse) return std::nullopt;
  return floordiv(coarse->x, coarse->y);
}

Outcome unnest(Dim x, Dim y) {
  if (bounds(y).lower < 0) return std::nullopt;
  const SumView view(x);
  const DimNode* inner = nullptr;
  for (const Term& term : view.terms()) {
    if (term.monomial->kind != NodeKind::kFloorDiv) continue;
    if (inner != nullptr || term.coefficient != 1) return std::nullopt;
    inner = term.monomial;
  }
  if (inner == nullptr) return std::nullopt;
  const Dim divisor = inner->operands[1];
  if (!divisor.is_constant() && x != inner->dim()) return std::nullopt;
  return floordiv(inner->operands[0] + divisor * (x - inner->dim()), divisor * y);
}

Outcome by_range(Dim x, Dim y) { return division::only_quotient(x, y); }

constexpr DivisionRule kRules[] = {
    {"floordiv(c, d) = rounded down, for constants", fold},
    {"floordiv(x, 1) = x", by_one},
    {"floordiv(0, y) = 0", of_zero},
    {"floordiv(x, y) = floordiv(-x, -y) given y <= 0", make_divisor_positive},
    {"floordiv(q*y + r, y) = q + floordiv(r, y)", split},
    {"floordiv(g*x, g*y) = floordiv(x, y)", cancel},
    {"floordiv(c*x + d, c*y) = floordiv(x + floordiv(d, c), y) given y >= 0", coarsen},
    {"floordiv(floordiv(x, c) + z, y) = floordiv(x + c*z, c*y) given y >= 0", unnest},
    {"floordiv(x, y) = q given q*y <= x < q*y + y", by_range},
};

}  // namespace floordiv_rules_detail

std::span<const DivisionRule> floordiv_rules() { return floordiv_rules_detail::kRules; }

}  // namespace gearbox
