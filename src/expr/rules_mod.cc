#include "expr/bounds.h"
#include "expr/division.h"
#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

namespace mod_rules_detail {

bool fold(Division& d) {
  if (!d.x.is_constant() || !d.y.is_constant()) return false;
  return d.finish(*scalar::mod(d.x.value(), d.y.value()));
}

bool by_one(Division& d) { return d.y.is_constant(1) && d.finish(0); }

bool of_zero(Division& d) { return d.x.is_constant(0) && d.finish(0); }

bool make_divisor_positive(Division& d) {
  if (!division::negate_if_divisor_negative(d)) return false;
  d.times = -d.times;
  return true;
}

bool drop_multiples(Division& d) {
  const auto parts = division::split_multiples(d.x, d.y);
  if (!parts) return false;
  d.x = parts->remainder;
  return true;
}

bool by_congruence(Division& d) {
  if (!d.y.is_constant() || d.y.value() <= 0) return false;
  const Congruence known = congruence(d.x);
  return known.modulus % d.y.value() == 0 && d.finish(*scalar::mod(known.residue, d.y.value()));
}

bool take_out_common(Division& d) {
  const auto common = division::cancel(d.x, d.y);
  if (!common) return false;
  d.x = common->x;
  d.y = common->y;
  d.times = d.times * common->factor;
  return true;
}

bool coarsen(Division& d) {
  const auto coarse = division::coarsen(d.x, d.y);
  if (!coarse) return false;
  d.x = coarse->x;
  d.y = coarse->y;
  d.add = d.add + d.times * coarse->rest;
  d.times = d.times * coarse->factor;
  return true;
}

bool unnest(Division& d) {
  if (!d.y.is_constant() || d.y.value() <= 0) return false;
  const SumView view(d.x);
  for (const Term& term : view.terms()) {
    const DimNode* inner = term.monomial;
    if (inner->kind != NodeKind::kMod || !inner->operands[1].is_constant()) continue;
    if (inner->operands[1].value() % d.y.value() != 0) continue;
    d.x = d.x + term.coefficient * (inner->operands[0] - inner->dim());
    return true;
  }
  return false;
}

bool by_range(Division& d) {
  const auto quotient = division::only_quotient(d.x, d.y);
  return quotient && d.finish(d.x - *quotient * d.y);
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
