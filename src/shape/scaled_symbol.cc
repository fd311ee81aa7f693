#include "shape/scaled_symbol.h"

#include <algorithm>

#include "expr/node.h"

namespace gearbox {

namespace {

std::string quotient_suffix(int64_t multiple) { return "/" + std::to_string(multiple); }

}  // namespace

std::optional<ScaledSymbol> scaled_symbol(Dim dim) {
  if (const auto symbol = dim.symbol()) return ScaledSymbol{*symbol, 1};
  if (dim.is_constant()) return std::nullopt;
  const SumView sum(dim);
  if (sum.constant() != 0 || sum.terms().size() != 1 || sum.terms()[0].coefficient < 1) return std::nullopt;
  const auto symbol = sum.terms()[0].monomial->dim().symbol();
  if (!symbol) return std::nullopt;
  return ScaledSymbol{*symbol, sum.terms()[0].coefficient};
}

Dim quotient_symbol(DimScope& scope, SymbolId extent, int64_t multiple) {
  const Symbol info = scope.info(extent);
  const Dim quotient = scope.symbol(info.name + quotient_suffix(multiple));
  const int64_t lower = info.lower / multiple + static_cast<int64_t>(info.lower % multiple != 0);
  scope.narrow(*quotient.symbol(), lower, info.upper == INT64_MAX ? INT64_MAX : std::max(lower, info.upper / multiple));
  return quotient;
}

bool is_named_extent(const DimScope& scope, const ScaledSymbol& extent) {
  return extent.multiple == 1 || scope.info(extent.symbol).name.ends_with(quotient_suffix(extent.multiple));
}

std::string extent_name(const DimScope& scope, const ScaledSymbol& extent) {
  std::string name = scope.info(extent.symbol).name;
  const std::string suffix = quotient_suffix(extent.multiple);
  if (extent.multiple == 1) return name;
  if (!name.ends_with(suffix)) return std::to_string(extent.multiple) + "*" + name;
  name.resize(name.size() - suffix.size());
  return name;
}

}  // namespace gearbox
