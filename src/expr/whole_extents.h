#pragma once

#include <cstdint>
#include <map>

#include "expr/dim.h"

namespace gearbox {

/// The extent a symbol is the quotient of: symbol == floordiv(extent, multiple), without remainder.
struct WholeExtent {
  Dim extent;
  int64_t multiple = 1;
};

/// The expression in whole extents instead of their quotients: where q is H / 32, 64*q becomes 2*H and q becomes floordiv(H, 32).
Dim in_whole_extents(Dim dim, const std::map<SymbolId, WholeExtent>& extents);

}  // namespace gearbox
