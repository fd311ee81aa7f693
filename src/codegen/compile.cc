#include "codegen/compile.h"

#include <map>

#include "codegen/llvm/native_image.h"
#include "codegen/lower.h"
#include "codegen/symbol_table.h"
#include "passes/pass.h"

namespace gearbox {

namespace {

/// Generates the code of all FusedLoop steps, each distinct loop once, and tells each step which is its own.
Status generate_loops(PackageContents& contents) {
  std::map<std::string, int32_t> numbers;
  std::vector<LoopBody> loops;
  for (Program& program : contents.programs) {
    for (ProgramStep& step : program.steps) {
      if (step.op != "FusedLoop" || step.domain != "gearbox") continue;
      const std::string loop = step.attributes.text("loop", "");
      const auto [it, fresh] = numbers.emplace(loop, static_cast<int32_t>(loops.size()));
      if (fresh) {
        GBX_ASSIGN_OR_RETURN(LoopBody body, parse_loop(loop));
        loops.push_back(std::move(body));
      }
      step.code = it->second;
      step.attributes.erase("loop");
    }
  }
  if (loops.empty()) return {};
  GBX_ASSIGN_OR_RETURN(NativeImage image, compile_loops(loops, static_cast<CpuLevel>(contents.isa)));
  const auto* bytes = reinterpret_cast<const uint8_t*>(image.code.data());
  contents.code.assign(bytes, bytes + image.code.size());
  contents.code_entries = std::move(image.entries);
  contents.code_features = std::move(image.features);
  return {};
}

}  // namespace

Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  const PassContext context{ops, kernels, options.log};
  GBX_RETURN_IF_ERROR(infer_shapes(graph, ops));
  GBX_RETURN_IF_ERROR(run_passes(graph, context, pipeline(options.optimise)));
  PackageContents contents;
  contents.model_name = graph.name();
  contents.isa = options.isa;
  contents.reference_only = options.reference_only;
  contents.symbols = symbol_table(graph);
  contents.notes = graph.notes();
  GBX_ASSIGN_OR_RETURN(contents.programs, lower(graph));
  GBX_RETURN_IF_ERROR(generate_loops(contents));
  return contents;
}

}  // namespace gearbox
