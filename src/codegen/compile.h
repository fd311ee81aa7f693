#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "base/status.h"
#include "ir/graph.h"
#include "ops/kernel_api.h"
#include "ops/op_def.h"
#include "package/program.h"
#include "passes/gear/gear_request.h"

namespace gearbox {

struct CompileOptions {
  IsaLevel isa = IsaLevel::kV3;
  bool optimise = true;
  bool reference_only = false;  ///< plain kernels throughout, for comparison
  bool strict_outputs = false;  ///< an output that contradicts what the model declares is an error, not a note
  bool unbake_batch = false;    ///< constants that fix a batch size are rewritten, not only told
  Logger log = {};
  GearRequest gears = {};
};

/// Infers and optimises an imported graph, which is changed on the way; what compile() does before it makes gears. Errors name node and
/// tensor in the model's words.
Status optimise(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

/// The root of a graph with gears, for an optimised graph: passes/gear/gear_root.h.
Result<std::unique_ptr<Graph>> make_gears(const Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels,
                                          const CompileOptions& options);

/// The one compiler path: infers, optimises, makes gears where asked for, lowers and generates code for an imported graph, which is changed
/// on the way. Errors name node and tensor in the model's words.
Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

}  // namespace gearbox
