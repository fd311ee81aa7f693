#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "base/status.h"
#include "ir/graph.h"
#include "ops/kernel_api.h"
#include "ops/op_def.h"
#include "package/program.h"

namespace gearbox {

struct CompileOptions {
  IsaLevel isa = IsaLevel::kV3;
  bool optimise = true;
  bool reference_only = false;  ///< plain kernels throughout, for comparison
  bool strict_outputs = false;  ///< an output that contradicts what the model declares is an error, not a note
  bool unbake_batch = false;    ///< constants that fix a batch size are rewritten, not only told
  Logger log;
};

/// The one compiler path: infers, optimises, lowers and generates code for an imported graph, which is changed on the way.
/// Errors name node and tensor in the model's words.
Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options);

}  // namespace gearbox
