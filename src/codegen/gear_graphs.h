#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "passes/gear/gear_request.h"
#include "passes/pass.h"

namespace gearbox {

/// The graphs of these rows of the gear table: variants of an optimised graph (passes/gear/gear_variants.h) with the gears of its parts put
/// into them (passes/gear/gear_parts.h). Errors name the gear and the node.
Result<std::vector<std::unique_ptr<Graph>>> gear_graphs(const Graph& graph, const std::vector<GearPart>& parts, const GearRequest& request,
                                                        const PassContext& context, std::span<const size_t> rows);

}  // namespace gearbox
