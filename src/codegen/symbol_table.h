#pragma once

#include <vector>

#include "ir/graph.h"
#include "package/program.h"

namespace gearbox {

/// The symbols of a main graph whose types have been inferred, as users know them: those its inputs bind, in the order of the inputs.
std::vector<SymbolInfo> symbol_table(const Graph& graph);

}  // namespace gearbox
