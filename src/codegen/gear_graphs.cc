#include "codegen/gear_graphs.h"

#include "passes/gear/gear_parts.h"
#include "passes/gear/gear_variants.h"

namespace gearbox {

Result<std::vector<std::unique_ptr<Graph>>> gear_graphs(const Graph& graph, const std::vector<GearPart>& parts, const GearRequest& request,
                                                        const PassContext& context, std::span<const size_t> rows) {
  GBX_ASSIGN_OR_RETURN(auto variants, gear_variants(graph, request, context, rows));
  for (const auto& variant : variants) {
    Status status = add_part_gears(*variant, parts, request, context);
    if (!status.ok()) return std::move(status).at(variant->name());
  }
  return variants;
}

}  // namespace gearbox
