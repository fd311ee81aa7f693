#pragma once

#include <memory>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "passes/gear/gear_request.h"
#include "passes/pass.h"

namespace gearbox {

/// The graph of a model with gears: GetDynamicDims reads the values of the gears' axes off the inputs, MapIndex finds their row in the
/// table, Case runs the gear's branch, or with a fallback a copy of `graph` where no row serves them:
///
///   %dims = gearbox::GetDynamicDims(%x, %y) {…} : i64[2]
///   @table = i64[3,2]{…}
///   %row = gearbox::MapIndex(%dims, @table) {modes=["exact","bounded"]} : i32[]
///   %out = gearbox::Case(%row, %x, %y) {gears=3} { gear_0 = graph @main_gear_0(…) … fallback = graph @main(…) … }
///
/// `variants` are those of gear_variants() for the same graph and request. The root shares the symbols of `graph`.
Result<std::unique_ptr<Graph>> gear_root(const Graph& graph, std::vector<std::unique_ptr<Graph>> variants, const GearRequest& request,
                                         const PassContext& context);

/// The Case of a root, null where the graph has none: it has no gears.
const Node* case_of(const Graph& root);

}  // namespace gearbox
