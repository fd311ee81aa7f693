#include "expr/sum.h"

#include <algorithm>
#include <numeric>

#include "expr/rules.h"
#include "expr/scalar.h"

namespace gearbox {

void Sum::add_constant(int64_t value) {
  const auto sum = scalar::add(constant_, value);
  constant_ = sum.value_or(0);
  overflow_ |= !sum;
}

void Sum::add(Dim dim, int64_t factor) {
  if (dim.is_overflow()) {
    overflow_ = true;
    return;
  }
  const SumView view(dim);
  const auto scaled = scalar::mul(view.constant(), factor);
  overflow_ |= !scaled;
  add_constant(scaled.value_or(0));
  merge(view.terms(), factor);
}

void Sum::add(const Sum& sum, int64_t factor) {
  const auto scaled = scalar::mul(sum.constant_, factor);
  overflow_ |= sum.overflow_ || !scaled;
  add_constant(scaled.value_or(0));
  merge(sum.terms_, factor);
}

void Sum::add_product(const Monomial& monomial, Dim dim, int64_t factor) {
  if (dim.is_overflow()) {
    overflow_ = true;
    return;
  }
  const SumView view(dim);
  if (view.constant() != 0) {
    const auto coefficient = scalar::mul(view.constant(), factor);
    overflow_ |= !coefficient;
    add(monomial.dim(), coefficient.value_or(0));
  }
  for (const Term& term : view.terms()) {
    Monomial product(term.monomial);
    const auto coefficient = scalar::mul(term.coefficient, factor);
    overflow_ |= !coefficient || !product.multiply(monomial);
    add(product.dim(), coefficient.value_or(0));
  }
}

void Sum::add_product(Dim a, Dim b, int64_t factor) {
  if (a.is_overflow()) {
    overflow_ = true;
    return;
  }
  const SumView view(a);
  const auto scaled = [this, factor](int64_t value) {
    const auto product = scalar::mul(value, factor);
    overflow_ |= !product;
    return product.value_or(0);
  };
  add(b, scaled(view.constant()));
  for (const Term& term : view.terms()) add_product(Monomial(term.monomial), b, scaled(term.coefficient));
}

void Sum::merge(std::span<const Term> terms, int64_t factor) {
  if (factor == 0 || terms.empty()) return;
  std::vector<Term> result;
  result.reserve(terms_.size() + terms.size());
  auto mine = terms_.begin();
  for (const Term& term : terms) {
    int order = 1;
    while (mine != terms_.end() && (order = compare_monomials(mine->monomial, term.monomial)) < 0) result.push_back(*mine++);
    auto coefficient = scalar::mul(term.coefficient, factor);
    if (mine != terms_.end() && order == 0) {
      if (coefficient) coefficient = scalar::add(*coefficient, mine->coefficient);
      ++mine;
    }
    overflow_ |= !coefficient;
    if (coefficient.value_or(0) != 0) result.push_back({term.monomial, *coefficient});
  }
  result.insert(result.end(), mine, terms_.end());
  terms_ = std::move(result);
}

void Sum::scale(int64_t factor) {
  Sum scaled;
  scaled.add(*this, factor);
  *this = std::move(scaled);
}

int64_t Sum::coefficient(const DimNode* monomial) const {
  const auto before = [](const DimNode* a, const DimNode* b) { return compare_monomials(a, b) < 0; };
  const auto found = std::ranges::lower_bound(terms_, monomial, before, &Term::monomial);
  return found == terms_.end() || found->monomial != monomial ? 0 : found->coefficient;
}

Dim Sum::as_written() const {
  if (overflow_) return Dim::overflow();
  if (terms_.empty()) return constant_;
  if (constant_ == 0 && terms_.size() == 1 && terms_[0].coefficient == 1) return terms_[0].monomial->dim();
  NodeContent content;
  content.kind = NodeKind::kSum;
  content.constant = constant_;
  content.terms = terms_;
  return DimNode::intern(*terms_[0].monomial->scope, std::move(content));
}

Dim Sum::finish() && {
  apply_sum_rules(*this);
  return as_written();
}

Monomial::Monomial(const DimNode* monomial) {
  const FactorView view(monomial);
  factors_.assign(view.factors().begin(), view.factors().end());
}

bool Monomial::multiply(const Monomial& other) {
  std::vector<Factor> result;
  auto mine = factors_.begin();
  for (const Factor& factor : other.factors_) {
    int order = 1;
    while (mine != factors_.end() && (order = compare_atoms(mine->atom, factor.atom)) < 0) result.push_back(*mine++);
    int32_t power = factor.power;
    if (mine != factors_.end() && order == 0) {
      if (__builtin_add_overflow(power, mine->power, &power)) return false;
      ++mine;
    }
    result.push_back({factor.atom, power});
  }
  result.insert(result.end(), mine, factors_.end());
  factors_ = std::move(result);
  return true;
}

bool Monomial::divide(const Monomial& other) {
  std::vector<Factor> result = factors_;
  for (const Factor& factor : other.factors_) {
    const auto found = std::ranges::find(result, factor.atom, &Factor::atom);
    if (found == result.end() || found->power < factor.power) return false;
    found->power -= factor.power;
  }
  std::erase_if(result, [](const Factor& factor) { return factor.power == 0; });
  factors_ = std::move(result);
  return true;
}

void Monomial::intersect(const Monomial& other) {
  for (Factor& factor : factors_) {
    const auto found = std::ranges::find(other.factors_, factor.atom, &Factor::atom);
    factor.power = found == other.factors_.end() ? 0 : std::min(factor.power, found->power);
  }
  std::erase_if(factors_, [](const Factor& factor) { return factor.power == 0; });
}

void Monomial::keep_non_negative() {
  std::erase_if(factors_, [](const Factor& factor) { return factor.atom->bounds().lower < 0; });
}

Dim Monomial::dim() const {
  if (factors_.empty()) return 1;
  if (factors_.size() == 1 && factors_[0].power == 1) return factors_[0].atom->dim();
  NodeContent content;
  content.kind = NodeKind::kMonomial;
  content.factors = factors_;
  return DimNode::intern(*factors_[0].atom->scope, std::move(content));
}

int64_t content(Dim dim) {
  const SumView view(dim);
  uint64_t divisor = 0;
  const auto fold = [&divisor](int64_t v) { divisor = std::gcd(divisor, v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v)); };
  fold(view.constant());
  for (const Term& term : view.terms()) fold(term.coefficient);
  return divisor > static_cast<uint64_t>(INT64_MAX) ? 1 : static_cast<int64_t>(divisor);
}

Monomial common_monomial(Dim dim) {
  const SumView view(dim);
  if (view.constant() != 0 || view.terms().empty()) return {};
  Monomial common(view.terms()[0].monomial);
  for (const Term& term : view.terms().subspan(1)) {
    if (common.is_one()) break;
    common.intersect(Monomial(term.monomial));
  }
  return common;
}

Dim exact_quotient(Dim dim, int64_t divisor, const Monomial& monomial) {
  const SumView view(dim);
  const auto constant = scalar::floordiv(view.constant(), divisor);
  if (!constant) return Dim::overflow();
  Sum result;
  result.add_constant(*constant);
  for (const Term& term : view.terms()) {
    Monomial quotient(term.monomial);
    quotient.divide(monomial);
    const auto coefficient = scalar::floordiv(term.coefficient, divisor);
    if (!coefficient) return Dim::overflow();
    result.add(quotient.dim(), *coefficient);
  }
  return std::move(result).finish();
}

}  // namespace gearbox
