#pragma once

#include <map>
#include <string>

#include "api/options/gear_table.h"
#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// Holds gears against what the graph says of its symbols, their ranges and its facts: an error for the first that no call could select, or
/// that goes beyond them. `extents` has what each symbol that gears can bind is in the graph. A fact of several symbols counts where a gear
/// has an exact value for each of them.
Status hold_gears_against(const Graph& graph, const std::map<std::string, Dim>& extents, const options::GearTable& gears);

}  // namespace gearbox
