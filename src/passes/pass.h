#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/status.h"
#include "ir/graph.h"
#include "ops/kernel_api.h"
#include "ops/op_def.h"

namespace gearbox {

/// What every pass may use.
struct PassContext {
  const OpRegistry& ops;
  const KernelRegistry& kernels;           ///< for folding constants
  Logger log;                              ///< channel "pass"
  bool optimise = true;                    ///< false: only what correctness of lowering needs, in gears too
  bool exact_conv = false;                 ///< convolutions sum products of the weights as they are: no Winograd
  bool exact_products = false;             ///< matrix products sum products of the operands as they are: no Strassen
  bool nested = false;                     ///< the graph is a body: its symbols are renamed whenever types are inferred
  size_t most_folded = size_t{256} << 20;  ///< bytes that a computed constant may have
  size_t folded_growth = 2;                ///< and beyond them, as many times the bytes it is computed from
};

/// One pass over a graph and, by the driver, over its nested graphs. Returns how many rewrites it made.
struct Pass {
  std::string_view name;
  Result<int> (*run)(Graph& graph, const PassContext& context);
};

/// Applies a patch and infers the types of what it adds. An error, internal, where a replacement has another rank or element type than what
/// it replaces: the pass is wrong.
Status apply_patch(Graph& graph, Patch patch, const PassContext& context, std::string_view pass);

/// Tries `rule` on every node in topological order and applies the patches it returns, inferring the types of what was added and
/// logging each note; repeats until nothing changes. The building block of most passes.
Result<int> rewrite_nodes(Graph& graph, const PassContext& context, std::string_view pass,
                          const std::function<Result<Patch>(Node&, Graph&)>& rule);

/// Runs the passes in order over the graph and its nested graphs, with dead code removed, types inferred anew and the graph verified
/// after each pass that changed something. An error names the pass.
Status run_passes(Graph& graph, const PassContext& context, std::span<const Pass> passes);

/// The order in which a model is optimised. `optimise` false: only what correctness of lowering needs.
std::vector<Pass> pipeline(bool optimise);

/// What a specialised copy of an optimised graph goes through again, for what its numbers make possible. `optimise` as above.
std::vector<Pass> specialised_pipeline(bool optimise);

}  // namespace gearbox
