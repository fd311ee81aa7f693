#include "shape/bound_extents.h"

#include <set>

namespace gearbox {

std::vector<BoundExtent> bound_extents(const Graph& graph) {
  std::vector<BoundExtent> named, others;
  std::set<SymbolId> symbols;
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const TensorType& type = graph.inputs()[i]->type();
    for (int64_t axis = 0; type.ranked() && axis < type.rank(); ++axis) {
      const auto extent = scaled_symbol(type.dim(axis));
      if (!extent) continue;
      const bool is_named = is_named_extent(*graph.scope(), *extent);
      if (is_named) symbols.insert(extent->symbol);
      (is_named ? named : others).push_back({i, axis, *extent});
    }
  }
  for (const BoundExtent& other : others) {
    if (!symbols.contains(other.extent.symbol)) named.push_back(other);
  }
  return named;
}

}  // namespace gearbox
