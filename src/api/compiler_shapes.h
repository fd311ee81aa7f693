#pragma once

#include <vector>

#include "api/compiler.h"
#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// Puts what users state into an imported graph whose types have not been inferred: the extents of its inputs, the ranges of their
/// symbols, and the facts of --symbols, --input_shape and --assert. Returns the symbols that have become numbers. Errors
/// tell of every problem of the words, naming token and input.
Result<std::vector<SymbolInfo>> state_shapes(Graph& graph, const ShapeRequest& request);

}  // namespace gearbox
