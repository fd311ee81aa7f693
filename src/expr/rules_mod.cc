#include "expr/bounds.h"
#include "expr/division.h"
#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace mod_rules_detail {

using Outcome = std::optional<Dim>;

Outcome fold(Dim x, Dim y) {
  if (!x.is_constant() || !y.is_constant()) return std::nullopt;
  return scalar::mod(x.value(), y.value());
}

Outcome by_one(Dim, Dim y) { return y.is_constant(1) ? Outcome(0) : std::nullopt; }

Outcome of_zero(Dim x, Dim) { return x.is_constant(0) ? Outcome(0) : std::nullopt; }

Outcome make_divisor_positive(Dim x, Dim y) {
  const Interval range = bounds(y);
  if (range.upper > 0 || range.lower >= 0) return std::nullopt;
  const Dim dividend = -x, divisor = -y;
  if (dividend.is_overflow() || divisor.is_overflow()) return std::nullopt;
  return -mod(dividend, divisor);
}

Outcome drop_multiples(Dim x, Dim y) {
  const auto parts = division::split_multiples(x, y);
  if (!parts) return std::nullopt;
  return mod(parts->remainder, y);
}

Outcome by_congruence(Dim x, Dim y) {
  if (!y.is_constant() || y.value() <= 0) return std::nullopt;
  const Congruence known = congruence(x);
  if (known.modulus % y.value() != 0) return std::nullopt;
  return scalar::mod(known.residue, y.value());
}

Outcome take_out_common(Dim x, Dim y) {
  const auto common = division::cancel(x, y);
  if (!common) return std::nullopt;
  return common->factor * mod(common->x, common->y);
}

Outcome coarsen(Dim x, Dim y) {
  if (bounds(y).lower < 0) return std::nullopt;
  const auto coarse = division::coarsen(x, y);
  if (!coarse) return std::nullopt;
  return coarse->factor * mod(coarse->x, coarse->y) + coarse->rest;
}

Outcome unnest(Dim x, Dim y) {
  if (!y.is_constant() || y.value() <= 0) return std::nullopt;
  const SumView view(x);
  for (const Term& term : view.terms()) {
    const DimNode* inner = term.monomial;
    if (inner->kind != NodeKind::kMod || !inner->operands[1].is_constant()) continue;
    if (inner->operands[1].value() % y.value() != 0) continue;
    return mod(x + term.coefficient * (inner->operands[0] - inner->dim()), y);
  }
  return std::nullopt;
}

Outcome by_range(Dim x, Dim y) {
  const auto quotient = division::only_quotient(x, y);
  if (!quotient) return std::nullopt;
  return x - *quotient * y;
}

constexpr DivisionRule kRules[] = {
    {"mod(c, d) = c - d*floordiv(c, d), for constants", fold},
    {"mod(x, 1) = 0", by_one},
    {"mod(0, y) = 0", of_zero},
    {"mod(x, y) = -mod(-x, -y) given y <= 0", make_divisor_positive},
    {"mod(q*y + r, y) = mod(r, y)", drop_multiples},
    {"mod(x, c) = r given x = r modulo a multiple of c", by_congruence},
    {"mod(g*x, g*y) = g*mod(x, y)", take_out_common},
    {"mod(c*x + d, c*y) = c*mod(x + floordiv(d, c), y) + mod(d, c) given y >= 0", coarsen},
    {"mod(k*mod(x, c*d) + y, d) = mod(k*x + y, d)", unnest},
    {"mod(x, y) = x - q*y given q*y <= x < q*y + y", by_range},
};

}  // namespace mod_rules_detail

std::span<const DivisionRule> mod_rules() { return mod_rules_detail::kRules; }

}  // namespace gearbox
