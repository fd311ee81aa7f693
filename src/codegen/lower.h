#pragma once

#include <vector>

#include "base/status.h"
#include "ir/graph.h"
#include "package/program.h"

namespace gearbox {

/// Turns an inferred graph into a program: steps in topological order, slots and shape code for every extent, and the storage of
/// every value. Nested graphs become further programs. programs[0] of the result is the graph.
/// Every graph output must be made by a node of its own (passes/canonicalise/separate_outputs.h).
Result<std::vector<Program>> lower(Graph& graph);

/// What is left of a program where it only describes the inputs and outputs of a model and what is demanded of them.
Program interface_of(const Program& program);

}  // namespace gearbox
