#include "expr/whole_extents.h"

#include "expr/sum.h"

namespace gearbox {

Dim in_whole_extents(Dim dim, const std::map<SymbolId, WholeExtent>& extents) {
  if (extents.empty() || dim.is_constant()) return dim;
  const auto quotient = [&](SymbolId symbol) -> std::optional<Dim> {
    const auto known = extents.find(symbol);
    return known == extents.end() ? std::nullopt : std::optional<Dim>(floordiv(known->second.extent, known->second.multiple));
  };
  const SumView sum(dim);
  Dim out = sum.constant();
  for (const Term& term : sum.terms()) {
    const auto symbol = term.monomial->dim().symbol();
    const auto known = symbol ? extents.find(*symbol) : extents.end();
    const bool whole = known != extents.end() && term.coefficient % known->second.multiple == 0;
    out = out + (whole ? term.coefficient / known->second.multiple * known->second.extent
                       : term.coefficient * term.monomial->dim().substitute(quotient));
  }
  return out;
}

}  // namespace gearbox
