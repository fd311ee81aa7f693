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
#include "passes/pass.h"

namespace gearbox {

struct CompileOptions {
  IsaLevel isa = IsaLevel::kV3;
  bool optimise = true;
  bool reference_only = false;  ///< plain kernels throughout, for comparison
  bool exact_conv = false;      ///< no Winograd
  bool exact_products = false;  ///< no Strassen
  bool float64 = false;         ///< what is f32 is computed in f64, for comparison
  bool strict_outputs = false;  ///< an output that contradicts what the model declares is an error, not a note
  bool unbake_batch = false;    ///< constants that fix a batch size are rewritten, not only told
  Logger log = {};
  GearRequest gears = {};
};

/// What these options mean for the passes, of the model and of its gears.
PassContext pass_context(const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

/// Infers and optimises an imported graph, which is changed on the way; what compile() does before it makes gears. Parts that get gears of
/// their own have become one node each, and are returned. Errors name node and tensor in the model's words.
Result<std::vector<GearPart>> optimise(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

/// Puts the gears of its parts into an optimised graph (passes/gear/gear_parts.h), and returns the root of the gears that the model has as
/// a whole (passes/gear/gear_root.h), null where it has none, or they are made later.
Result<std::unique_ptr<Graph>> make_gears(Graph& graph, const std::vector<GearPart>& parts, const OpRegistry& ops,
                                          const KernelRegistry& kernels, const CompileOptions& options);

/// The one compiler path: infers, optimises, makes gears where asked for, lowers and generates code for an imported graph, which is changed
/// on the way. Errors name node and tensor in the model's words. The registries outlive contents that have a gear_maker.
Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

}  // namespace gearbox
