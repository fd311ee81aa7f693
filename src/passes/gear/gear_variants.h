#pragma once

#include <memory>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "passes/gear/gear_request.h"
#include "passes/pass.h"

namespace gearbox {

/// A copy of an optimised main graph for each gear, in the order of the table: specialised, then optimised with what is known only there.
/// The copy for row 3 of the gears of "main" is called "main_gear_3"; its nodes keep their names. Literals are shared with the graph.
/// Errors name the gear with its values, and the node that cannot live with them.
Result<std::vector<std::unique_ptr<Graph>>> gear_variants(const Graph& graph, const GearRequest& request, const PassContext& context);

}  // namespace gearbox
