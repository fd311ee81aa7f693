#pragma once

#include <vector>

#include "api/compiler.h"
#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// What is left of the words once they are in the graph.
struct StatedShapes {
  std::vector<SymbolInfo> fixed;  ///< symbols that have become numbers
  options::GearTable gears;
  std::vector<options::GearScopeWords> scopes;
};

/// Puts what users state into an imported graph whose types have not been inferred: the extents of its inputs, the ranges of their
/// symbols, and the facts of --symbols, --input_shape and --assert. Errors tell of every
/// problem of the words, naming token and input.
Result<StatedShapes> state_shapes(Graph& graph, const ShapeRequest& request);

}  // namespace gearbox
