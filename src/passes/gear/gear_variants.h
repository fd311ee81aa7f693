#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "passes/gear/gear_request.h"
#include "passes/pass.h"
#include "passes/specialise/specialise.h"

namespace gearbox {

/// What a row says of the graph's symbols. A symbol that the graph does not have is a number by now, and the row was held against it.
Binding binding_of(const Graph& graph, const options::GearTable& table, size_t row);

/// A copy of an optimised main or closed graph for each of these rows of the table: specialised, then optimised with what is known only
/// there. The copy for row 3 of the gears of "main" is called "main_gear_3"; its nodes keep their names. Literals are shared with the
/// graph. Errors name the gear with its values, and the node that cannot live with them.
Result<std::vector<std::unique_ptr<Graph>>> gear_variants(const Graph& graph, const GearRequest& request, const PassContext& context,
                                                          std::span<const size_t> rows);

}  // namespace gearbox
