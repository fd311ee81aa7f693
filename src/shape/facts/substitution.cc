#include "shape/facts/substitution.h"

#include <algorithm>

namespace gearbox::facts {

const Substitution::Rule* Substitution::rule(SymbolId symbol) const {
  const size_t at = static_cast<size_t>(symbol);
  return at < rule_of_.size() && rule_of_[at] >= 0 ? &rules_[static_cast<size_t>(rule_of_[at])] : nullptr;
}

bool Substitution::touches(const DimNode* monomial) const {
  if (monomial->kind == NodeKind::kSymbol) return rule(monomial->symbol) != nullptr;
  if (monomial->depth == 0) {
    return std::ranges::any_of(monomial->factors, [this](const Factor& factor) { return rule(factor.atom->symbol) != nullptr; });
  }
  return std::ranges::any_of(monomial->dim().symbols(), [this](SymbolId symbol) { return rule(symbol) != nullptr; });
}

void Substitution::apply_terms(std::span<const Term> terms, Sum& result, Premises& used) const {
  for (const Term& term : terms) {
    if (!touches(term.monomial)) {
      result.add_term(term.monomial, term.coefficient);
    } else if (term.monomial->kind == NodeKind::kSymbol) {
      const Rule& applied = *rule(term.monomial->symbol);
      result.add(applied.value, term.coefficient);
      merge(used, applied.premises);
    } else {
      result.add(apply_within(term.monomial->dim(), used), term.coefficient);
    }
  }
}

Sum Substitution::apply(Dim dim, Premises& used) const {
  if (empty() || dim.is_overflow()) return Sum(dim);
  const SumView view(dim);
  Sum result(view.constant());
  apply_terms(view.terms(), result, used);
  return result;
}

Sum Substitution::apply(const Sum& sum, Premises& used) const {
  if (empty() || sum.overflow()) return sum;
  Sum result(sum.constant());
  apply_terms(sum.terms(), result, used);
  return result;
}

Dim Substitution::apply_within(Dim dim, Premises& used) const {
  return dim.substitute([this, &used](SymbolId symbol) -> std::optional<Dim> {
    const Rule* applied = rule(symbol);
    if (applied == nullptr) return std::nullopt;
    merge(used, applied->premises);
    return applied->value;
  });
}

void Substitution::add(SymbolId symbol, Dim value, Premises premises) {
  const auto replacement = [symbol, value](SymbolId other) { return other == symbol ? std::optional(value) : std::nullopt; };
  for (Rule& rule : rules_) {
    if (!std::ranges::binary_search(rule.value.symbols(), symbol)) continue;
    rule.value = rule.value.substitute(replacement);
    merge(rule.premises, premises);
  }
  if (rule_of_.size() <= static_cast<size_t>(symbol)) rule_of_.resize(static_cast<size_t>(symbol) + 1, -1);
  rule_of_[static_cast<size_t>(symbol)] = static_cast<int32_t>(rules_.size());
  rules_.push_back({symbol, value, std::move(premises)});
}

const DimNode* solvable_symbol(const Sum& sum) {
  const DimNode* best = nullptr;
  for (const Term& term : sum.terms()) {
    const DimNode* node = term.monomial;
    if (node->kind != NodeKind::kSymbol || (term.coefficient != 1 && term.coefficient != -1)) continue;
    if (best != nullptr && node->symbol < best->symbol) continue;
    const bool elsewhere = std::ranges::any_of(sum.terms(), [node](const Term& other) {
      return other.monomial != node && std::ranges::binary_search(other.monomial->dim().symbols(), node->symbol);
    });
    if (!elsewhere) best = node;
  }
  return best;
}

Dim solve_for(const Sum& sum, const DimNode* symbol) {
  const int64_t coefficient = sum.coefficient(symbol);
  Sum rest(sum);
  rest.add_term(symbol, -coefficient);
  if (coefficient > 0) rest.scale(-1);
  return std::move(rest).finish();
}

}  // namespace gearbox::facts
