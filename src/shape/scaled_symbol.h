#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "expr/dim.h"

namespace gearbox {

/// An extent that is a positive multiple of one symbol: what an input's axis can bind.
struct ScaledSymbol {
  SymbolId symbol = -1;
  int64_t multiple = 1;
};

/// "N" or "32*N"; nullopt for any other expression.
std::optional<ScaledSymbol> scaled_symbol(Dim dim);

/// The symbol that stands for `extent` divided by `multiple`, where users said that it is always a multiple: extent == multiple * quotient.
/// Its range follows from that of the extent.
Dim quotient_symbol(DimScope& scope, SymbolId extent, int64_t multiple);

/// Whether users have a name for it: a symbol alone, or a multiple of what quotient_symbol gave. "2*N" of a .gbir has none.
bool is_named_extent(const DimScope& scope, const ScaledSymbol& extent);

/// What users call that extent: the symbol's name, without the quotient where it is one; "2*N" where it has none.
std::string extent_name(const DimScope& scope, const ScaledSymbol& extent);

}  // namespace gearbox
