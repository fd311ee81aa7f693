#include "shape/user_terms.h"

#include "shape/bound_extents.h"

namespace gearbox {

UserTerms::UserTerms(const Graph& graph) {
  for (const BoundExtent& bound : bound_extents(graph)) {
    const std::string name = extent_name(*graph.scope(), bound.extent);
    extents_.emplace(bound.extent.symbol, WholeExtent{graph.scope()->symbol(name), bound.extent.multiple});
  }
  for (const Node* node : graph.nodes()) {
    for (const Value* output : node->output_list()) {
      for (int64_t axis = 0; output && output->type().ranked() && axis < output->type().rank(); ++axis) {
        const auto late = output->type().dim(axis).symbol();
        if (!late || extents_.contains(*late)) continue;
        extents_.emplace(*late, WholeExtent{graph.scope()->symbol(late_name(*output, axis)), 1});
      }
    }
  }
}

std::string UserTerms::late_name(const Value& output, int64_t axis) { return output.name() + "." + std::to_string(axis); }

Dim UserTerms::of(Dim dim) const { return in_whole_extents(dim, extents_); }

}  // namespace gearbox
