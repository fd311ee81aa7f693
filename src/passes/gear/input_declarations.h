#pragma once

#include <vector>

#include "api/options/input_decl.h"
#include "ir/graph.h"

namespace gearbox {

/// What the graph's inputs declare, as the options see it: numbers, the names users have for symbols (extent_name), and the text of any
/// other expression, which only .gbir has.
std::vector<options::InputDecl> input_declarations(const Graph& graph);

}  // namespace gearbox
