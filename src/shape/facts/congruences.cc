#include "shape/facts/congruences.h"

#include <algorithm>
#include <numeric>

#include "expr/bounds.h"
#include "expr/scalar.h"

namespace gearbox::facts {

namespace congruences_detail {

__extension__ typedef __int128 Wide;

/// Forms tried against a question.
constexpr size_t kMaxForms = 32;

int64_t reduce(Wide value, int64_t modulus) {
  const auto rest = static_cast<int64_t>(value % modulus);
  return rest < 0 ? rest + modulus : rest;
}

/// gcd(a, b) = a*x + b*y; returns it and x.
std::pair<int64_t, int64_t> extended_gcd(int64_t a, int64_t b) {
  int64_t x = 1, next_x = 0;
  while (b != 0) {
    const int64_t quotient = a / b;
    a = std::exchange(b, a - quotient * b);
    x = std::exchange(next_x, x - quotient * next_x);
  }
  return {a, x};
}

/// factor * value, and the sum of two.
Congruence times(Congruence c, int64_t factor) {
  int64_t modulus, residue;
  if (__builtin_mul_overflow(c.modulus, factor, &modulus) || __builtin_mul_overflow(c.residue, factor, &residue)) return {};
  if (modulus == INT64_MIN) return {};
  if (modulus < 0) modulus = -modulus;
  return modulus == 0 ? Congruence{0, residue} : Congruence{modulus, reduce(residue, modulus)};
}

Congruence plus(Congruence a, Congruence b) {
  const int64_t modulus = std::gcd(a.modulus, b.modulus);
  const Wide residue = Wide{a.residue} + b.residue;
  if (modulus == 0) return residue == static_cast<int64_t>(residue) ? Congruence{0, static_cast<int64_t>(residue)} : Congruence{};
  return {modulus, reduce(residue, modulus)};
}

Congruence own(const DimNode* node) { return node->congruence; }

}  // namespace congruences_detail

using namespace congruences_detail;

std::optional<Congruence> meet(Congruence a, Congruence b) {
  if (a.modulus == 0) std::swap(a, b);
  if (b.modulus == 0) {
    const bool agrees = a.modulus == 0 ? a.residue == b.residue : reduce(Wide{b.residue} - a.residue, a.modulus) == 0;
    return agrees ? std::optional(b) : std::nullopt;
  }
  const auto [common, x] = extended_gcd(a.modulus, b.modulus);
  const Wide gap = Wide{b.residue} - a.residue;
  if (gap % common != 0) return std::nullopt;
  int64_t modulus;
  if (__builtin_mul_overflow(a.modulus, b.modulus / common, &modulus)) return a.modulus > b.modulus ? a : b;
  const int64_t part = b.modulus / common;
  const int64_t steps = reduce(Wide{reduce(gap / common, part)} * reduce(x, part), part);
  return Congruence{modulus, reduce(Wide{a.modulus} * steps + a.residue, modulus)};
}

const Congruences::Form* Congruences::find(const Sum& form) const {
  const auto found = std::ranges::find(forms_, form, &Form::form);
  return found == forms_.end() ? nullptr : &*found;
}

/// From a*form = residue modulo modulus what it says of the form itself.
bool Congruences::learn_form(const Sum& form, Congruence congruence, const Premises& premises) {
  uint64_t content = 0;
  for (const Term& term : form.terms()) {
    if (term.coefficient == INT64_MIN) return true;
    content = std::gcd(content, static_cast<uint64_t>(std::abs(term.coefficient)));
  }
  if (content == 0 || form.overflow()) return true;
  int64_t factor = static_cast<int64_t>(content);
  if (form.terms()[0].coefficient < 0) factor = -factor;
  Sum primitive;
  for (const Term& term : form.terms()) primitive.add_term(term.monomial, term.coefficient / factor);
  const int64_t common = std::gcd(factor, congruence.modulus);
  if (congruence.residue % common != 0) {
    conflict_ = premises;
    return false;
  }
  const int64_t modulus = congruence.modulus / common;
  if (modulus <= 1) return true;
  const int64_t inverse = reduce(extended_gcd(reduce(factor / common, modulus), modulus).second, modulus);
  const Congruence known{modulus, reduce(Wide{reduce(congruence.residue / common, modulus)} * inverse, modulus)};
  for (Form& other : forms_) {
    if (!(other.form == primitive)) continue;
    const auto both = meet(other.remainder.congruence, known);
    if (!both) {
      conflict_ = premises;
      merge(conflict_, other.remainder.premises);
      return false;
    }
    if (both->modulus != other.remainder.congruence.modulus) merge(other.remainder.premises, premises);
    other.remainder.congruence = *both;
    return true;
  }
  forms_.push_back({std::move(primitive), {known, premises}});
  return true;
}

bool Congruences::learn(const Sum& sum, const Premises& premises) {
  if (sum.overflow()) return true;
  // mod(x, c) = r
  if (const std::vector<Term>& terms = sum.terms(); terms.size() == 1 && terms[0].monomial->kind == NodeKind::kMod) {
    const DimNode& node = *terms[0].monomial;
    const Dim divisor = node.operands[1];
    if (divisor.is_constant() && divisor.value() > 1 && sum.constant() != INT64_MIN && sum.constant() % terms[0].coefficient == 0) {
      Sum x(node.operands[0]);
      const int64_t rest = reduce(Wide{-(sum.constant() / terms[0].coefficient)} - x.constant(), divisor.value());
      x.add_constant(-x.constant());
      if (!learn_form(x, {divisor.value(), rest}, premises)) return false;
    }
  }
  // a*x + (multiples of g) + c = 0
  for (const Term& term : sum.terms()) {
    uint64_t others = 0;
    for (const Term& other : sum.terms()) {
      if (&other == &term) continue;
      const auto value = static_cast<uint64_t>(other.coefficient);
      others = std::gcd(others, other.coefficient < 0 ? 0 - value : value);
    }
    if (others <= 1 || others > INT64_MAX || sum.constant() == INT64_MIN) continue;
    const auto modulus = static_cast<int64_t>(others);
    Sum form;
    form.add_term(term.monomial, term.coefficient);
    if (!learn_form(form, {modulus, reduce(-sum.constant(), modulus)}, premises)) return false;
  }
  return true;
}

Remainder Congruences::remainder(const Sum& sum, int depth) const {
  Remainder result{{0, sum.constant()}, {}};
  if (sum.overflow()) return {};
  for (const Term& term : sum.terms()) {
    Congruence known = own(term.monomial);
    Sum single;
    single.add_term(term.monomial, 1);
    if (const Form* form = forms_.empty() ? nullptr : find(single)) {
      const auto both = meet(known, form->remainder.congruence);
      if (both && both->modulus != known.modulus) {
        known = *both;
        merge(result.premises, form->remainder.premises);
      }
    }
    result.congruence = plus(result.congruence, times(known, term.coefficient));
  }
  for (size_t i = 0; depth > 0 && i < std::min(forms_.size(), kMaxForms) && result.congruence.modulus != 0; ++i) {
    const Form& form = forms_[i];
    if (form.form.terms().size() < 2) continue;
    const int64_t have = sum.coefficient(form.form.terms()[0].monomial), unit = form.form.terms()[0].coefficient;
    if (have == 0 || have % unit != 0) continue;
    Sum rest(sum);
    rest.add(form.form, -(have / unit));
    if (rest.overflow() || rest.terms().size() >= sum.terms().size()) continue;
    const Remainder other = remainder(rest, depth - 1);
    const Congruence whole = plus(other.congruence, times(form.remainder.congruence, have / unit));
    const auto both = meet(result.congruence, whole);
    if (!both || both->modulus == result.congruence.modulus) continue;
    result.congruence = *both;
    merge(result.premises, form.remainder.premises);
    merge(result.premises, other.premises);
  }
  return result;
}

Sum Congruences::resolve(const Sum& sum, Premises& used) const {
  if (forms_.empty()) return sum;
  Sum result(sum);
  for (const Term& term : sum.terms()) {
    const DimNode& node = *term.monomial;
    if (node.kind != NodeKind::kMod || !node.operands[1].is_constant() || node.operands[1].value() <= 0) continue;
    const int64_t divisor = node.operands[1].value();
    const Remainder known = remainder(Sum(node.operands[0]));
    if (known.congruence.modulus % divisor != 0) continue;
    const auto value = scalar::mul(reduce(known.congruence.residue, divisor), term.coefficient);
    if (!value || term.coefficient == INT64_MIN) continue;
    merge(used, known.premises);
    result.add_term(term.monomial, -term.coefficient);
    result.add_constant(*value);
  }
  return result;
}

}  // namespace gearbox::facts
