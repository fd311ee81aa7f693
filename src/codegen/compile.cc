#include "codegen/compile.h"

#include "codegen/lower.h"
#include "passes/pass.h"

namespace gearbox {

namespace {

std::vector<SymbolInfo> input_symbols(const Graph& graph) {
  std::vector<SymbolInfo> out;
  for (const Value* input : graph.inputs()) {
    for (int64_t axis = 0; input->type().ranked() && axis < input->type().rank(); ++axis) {
      const auto symbol = input->type().dim(axis).symbol();
      if (!symbol) continue;
      const Symbol info = graph.scope()->info(*symbol);
      const std::string source = input->name() + "[" + std::to_string(axis) + "]";
      auto known = std::find_if(out.begin(), out.end(), [&](const SymbolInfo& other) { return other.name == info.name; });
      if (known == out.end()) {
        out.push_back({info.name, info.lower, info.upper, source});
      } else {
        known->source += " " + source;
      }
    }
  }
  return out;
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
  contents.symbols = input_symbols(graph);
  contents.notes = graph.notes();
  GBX_ASSIGN_OR_RETURN(contents.programs, lower(graph));
  return contents;
}

}  // namespace gearbox
