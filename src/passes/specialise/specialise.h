#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/status.h"
#include "ir/graph.h"
#include "ops/op_def.h"

namespace gearbox {

/// What a variant of a graph knows of its symbols. Symbols in neither map stay as they are.
struct Binding {
  std::map<SymbolId, int64_t> values;  ///< the symbol is this number
  std::map<SymbolId, int64_t> bounds;  ///< the symbol is at most that
};

/// A variant of a main graph whose types have been inferred: a copy in which bound symbols are numbers, and bounded ones lie in the
/// narrower range, in the extents of its inputs, the expressions its nodes carry, its facts and its checks. Literals are shared. The copy
/// has symbols of its own, so that variants may be made from one graph on many threads at once; its types have been inferred anew. `name`
/// becomes the graph's, and `origin` that of the facts about bounds. Closed bodies become variants of
/// themselves by what their inputs have become. Errors name the node, or the fact, that cannot live with the binding.
Result<std::unique_ptr<Graph>> specialise(const Graph& graph, const Binding& binding, const std::string& name, const std::string& origin,
                                          const OpRegistry& ops);

}  // namespace gearbox
