#pragma once

#include <cstdint>
#include <vector>

#include "ir/graph.h"
#include "shape/scaled_symbol.h"

namespace gearbox {

/// An axis of a graph's input that gives a symbol its value.
struct BoundExtent {
  size_t input = 0;  ///< which of the graph's
  int64_t axis = 0;
  ScaledSymbol extent;
};

/// The axes of inputs that give symbols their values: first those users have a name for, then the multiples without one ("2*N" of a .gbir)
/// of symbols that have no name elsewhere. All others are expressions in these.
std::vector<BoundExtent> bound_extents(const Graph& graph);

}  // namespace gearbox
