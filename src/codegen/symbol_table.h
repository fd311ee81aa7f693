#pragma once

#include <vector>

#include "ir/graph.h"
#include "package/program.h"

namespace gearbox {

/// The symbols of a main graph whose types have been inferred, as users know them: those its inputs bind, in the order of the inputs,
/// then the extents that only steps decide.
std::vector<SymbolInfo> symbol_table(const Graph& graph);

/// What is known of them: the graph's facts and what its checks assert. In the users' terms.
std::vector<FactInfo> fact_table(const Graph& graph);

}  // namespace gearbox
