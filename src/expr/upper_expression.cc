#include "expr/upper_expression.h"

#include <algorithm>

#include "expr/node.h"

namespace gearbox {

namespace upper_expression_detail {

class Search {
 public:
  explicit Search(const std::map<SymbolId, Dim>& upper) : upper_(upper) {}

  std::optional<Dim> of(Dim dim) const {
    if (is_free(dim)) return dim;
    const SumView sum(dim);
    Dim out = sum.constant();
    for (const Term& term : sum.terms()) {
      const auto part = term.coefficient > 0 ? of_monomial(*term.monomial) : lowest(term.monomial->dim());
      if (!part) return std::nullopt;
      out = out + term.coefficient * *part;
    }
    return out.is_overflow() ? std::nullopt : std::optional(out);
  }

 private:
  bool is_free(Dim dim) const {
    return std::ranges::none_of(dim.symbols(), [this](SymbolId symbol) { return upper_.contains(symbol); });
  }

  /// What the monomial never falls below: itself, or a number.
  std::optional<Dim> lowest(Dim monomial) const {
    if (is_free(monomial)) return monomial;
    const int64_t lower = bounds(monomial).lower;
    return lower == INT64_MIN ? std::nullopt : std::optional<Dim>(lower);
  }

  std::optional<Dim> of_monomial(const DimNode& monomial) const {
    if (is_free(monomial.dim())) return monomial.dim();
    const FactorView view(&monomial);
    if (view.factors().size() == 1 && view.factors()[0].power == 1) return of_atom(*view.factors()[0].atom);
    Dim out = 1;
    for (const Factor& factor : view.factors()) {
      const auto part = of_atom(*factor.atom);
      if (!part || bounds(factor.atom->dim()).lower < 0) return std::nullopt;
      for (int32_t i = 0; i < factor.power; ++i) out = out * *part;
    }
    return out;
  }

  std::optional<Dim> of_atom(const DimNode& atom) const {
    switch (atom.kind) {
      case NodeKind::kSymbol: {
        const auto found = upper_.find(atom.symbol);
        return found == upper_.end() ? atom.dim() : found->second;
      }
      case NodeKind::kFloorDiv: return atom.operands[1].is_constant() && atom.operands[1].value() > 0 ? quotient(atom) : std::nullopt;
      case NodeKind::kMin: return least(atom);
      case NodeKind::kMax:
      case NodeKind::kBroadcast: return greatest(atom);
      default: return numeric(atom);
    }
  }

  std::optional<Dim> quotient(const DimNode& atom) const {
    const auto dividend = of(atom.operands[0]);
    return dividend ? std::optional(floordiv(*dividend, atom.operands[1])) : std::nullopt;
  }

  /// Any operand bounds a minimum.
  std::optional<Dim> least(const DimNode& atom) const {
    std::optional<Dim> out;
    for (const Dim operand : atom.operands) {
      const auto part = of(operand);
      if (part) out = out ? min(*out, *part) : *part;
    }
    return out;
  }

  std::optional<Dim> greatest(const DimNode& atom) const {
    std::optional<Dim> out;
    for (const Dim operand : atom.operands) {
      const auto part = of(operand);
      if (!part) return std::nullopt;
      out = out ? max(*out, *part) : *part;
    }
    return out;
  }

  static std::optional<Dim> numeric(const DimNode& atom) {
    const int64_t upper = bounds(atom.dim()).upper;
    return upper == INT64_MAX ? std::nullopt : std::optional<Dim>(upper);
  }

  const std::map<SymbolId, Dim>& upper_;
};

}  // namespace upper_expression_detail

std::optional<Dim> upper_expression(Dim dim, const std::map<SymbolId, Dim>& upper) {
  if (dim.is_overflow()) return std::nullopt;
  return upper_expression_detail::Search(upper).of(dim);
}

}  // namespace gearbox
