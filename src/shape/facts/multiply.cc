#include "shape/facts/multiply.h"

#include <algorithm>

namespace gearbox::facts {

namespace multiply_detail {

constexpr size_t kMaxTerms = 4;
/// Products tried for one question.
constexpr int kMaxTries = 48;

bool among(std::span<const DimNode* const> monomials, const Sum& sum) {
  return std::ranges::all_of(sum.terms(),
                             [monomials](const Term& term) { return std::ranges::find(monomials, term.monomial) != monomials.end(); });
}

}  // namespace multiply_detail

std::vector<Multiple> multiples(const Knowledge& knowledge, std::span<const Multiplicand> from, std::span<const DimNode* const> monomials,
                                size_t count) {
  using namespace multiply_detail;
  std::vector<Multiple> inside, outside;
  int tries = 0;
  const auto consider = [&](const Multiplicand& source, const Monomial& factor) {
    const Dim by = factor.dim();
    if (++tries > kMaxTries || by.is_overflow() || (!source.equality && knowledge.range(by.node()).lower < 0)) return;
    Sum sum;
    sum.add(by, source.sum->constant());
    for (const Term& term : source.sum->terms()) {
      Monomial product(term.monomial);
      if (!product.multiply(factor)) return;
      sum.add(product.dim(), term.coefficient);
    }
    if (sum.overflow()) return;
    std::vector<Multiple>& found = among(monomials, sum) ? inside : outside;
    if (std::ranges::find(found, sum, &Multiple::sum) == found.end()) found.push_back({std::move(sum), source.equality, source.id});
  };
  for (const Multiplicand& source : from) {
    if (source.sum->terms().size() > kMaxTerms) continue;
    for (const DimNode* monomial : monomials) {
      if (monomial == nullptr || monomial->kind != NodeKind::kMonomial) continue;
      for (const Term& term : source.sum->terms()) {
        Monomial factor(monomial);
        if (factor.divide(Monomial(term.monomial)) && !factor.is_one()) consider(source, factor);
      }
    }
  }
  inside.insert(inside.end(), std::make_move_iterator(outside.begin()), std::make_move_iterator(outside.end()));
  if (inside.size() > count) inside.resize(count);
  return inside;
}

}  // namespace gearbox::facts
