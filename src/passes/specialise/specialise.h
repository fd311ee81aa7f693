#pragma once

#include <map>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// Which symbols are bound, and to what: a constant (a gear, a fixed size) or an expression over other symbols.
using Binding = std::map<SymbolId, Dim>;

/// Replaces symbols throughout a main graph: in the extents of its inputs, in the expressions its nodes carry and in its facts, and
/// infers all types anew. The graph then serves only calls that agree with the binding. Errors name the node that cannot live with it.
Status specialise(Graph& graph, const Binding& binding, const OpRegistry& ops);

}  // namespace gearbox
