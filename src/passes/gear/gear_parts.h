#pragma once

#include <memory>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "passes/gear/gear_request.h"
#include "passes/pass.h"

namespace gearbox {

/// Finds the parts of a main graph that the request gives gears, reads their gears and makes each part one node, a PartitionedCall whose
/// attribute `scope` is the part's name (passes/outline/outline.h). The graph's types must have been inferred, and are again. One Status
/// tells of every problem of --gear-scope; the graph is then unspecified.
Result<std::vector<GearPart>> outline_parts(Graph& graph, const GearRequest& request, const PassContext& context);

/// Puts the gears of the parts in their places, in an optimised graph and all that is nested in it:
///
///   %head_dims = gearbox::GetDynamicDims(%boxes) {…} : i64[1]
///   @head_table = i64[3,1]{1, 4, 16}
///   %head_row = gearbox::MapIndex(%head_dims, @head_table) {modes=["bounded"]} : i32[]
///   %scores = gearbox::Case(%head_row, %boxes) {gears=3, scope="head"} { gear_0 = graph @head_gear_0(…) … fallback = graph @head(…) … }
///
/// Gears that cannot come up in this graph, where the model's own gears have decided an extent, are left out.
Status add_part_gears(Graph& graph, const std::vector<GearPart>& parts, const GearRequest& request, const PassContext& context);

}  // namespace gearbox
