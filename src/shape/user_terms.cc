#include "shape/user_terms.h"

#include "expr/node.h"
#include "shape/scaled_symbol.h"

namespace gearbox {

UserTerms::UserTerms(const Graph& graph) {
  for (const Value* input : graph.inputs()) {
    for (int64_t axis = 0; input->type().ranked() && axis < input->type().rank(); ++axis) {
      const auto extent = scaled_symbol(input->type().dim(axis));
      if (!extent) continue;
      extents_.emplace(extent->symbol, Extent{graph.scope()->symbol(extent_name(*graph.scope(), *extent)), extent->multiple});
    }
  }
  for (const Node* node : graph.nodes()) {
    for (const Value* output : node->output_list()) {
      for (int64_t axis = 0; output && output->type().ranked() && axis < output->type().rank(); ++axis) {
        const auto late = output->type().dim(axis).symbol();
        if (!late || extents_.contains(*late)) continue;
        extents_.emplace(*late, Extent{graph.scope()->symbol(late_name(*output, axis)), 1});
      }
    }
  }
}

std::string UserTerms::late_name(const Value& output, int64_t axis) { return output.name() + "." + std::to_string(axis); }

Dim UserTerms::of(Dim dim) const {
  if (extents_.empty() || dim.is_constant()) return dim;
  const auto quotient = [&](SymbolId symbol) -> std::optional<Dim> {
    const auto known = extents_.find(symbol);
    return known == extents_.end() ? std::nullopt : std::optional<Dim>(floordiv(known->second.symbol, known->second.multiple));
  };
  const SumView sum(dim);
  Dim out = sum.constant();
  for (const Term& term : sum.terms()) {
    const auto symbol = term.monomial->dim().symbol();
    const auto known = symbol ? extents_.find(*symbol) : extents_.end();
    const bool whole = known != extents_.end() && term.coefficient % known->second.multiple == 0;
    out = out + (whole ? term.coefficient / known->second.multiple * known->second.symbol
                       : term.coefficient * term.monomial->dim().substitute(quotient));
  }
  return out;
}

}  // namespace gearbox
