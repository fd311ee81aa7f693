#include "codegen/compile.h"

#include <map>

#include "codegen/describe_scopes.h"
#include "codegen/llvm/native_image.h"
#include "codegen/lower.h"
#include "codegen/lower_gears.h"
#include "codegen/symbol_table.h"
#include "passes/gear/gear_parts.h"
#include "passes/gear/gear_root.h"
#include "passes/gear/gear_variants.h"
#include "passes/pass.h"
#include "passes/precision/compute_in_float64.h"
#include "passes/unbake/unbake_batch.h"
#include "shape/infer.h"
#include "shape/output_claims.h"

namespace gearbox {

namespace {

/// What code is generated for, widest first. Levels v3 and v4 do the same arithmetic on other widths, so that a package for v3 has both.
std::vector<CpuLevel> levels_of(IsaLevel isa) {
  if (isa == IsaLevel::kV3) return {CpuLevel::kV4, CpuLevel::kV3};
  return {static_cast<CpuLevel>(isa)};
}

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
  for (const CpuLevel level : levels_of(contents.isa)) {
    GBX_ASSIGN_OR_RETURN(NativeImage image, compile_loops(loops, level));
    contents.code.resize((contents.code.size() + kCodeAlignment - 1) / kCodeAlignment * kCodeAlignment);
    for (uint64_t& entry : image.entries) entry += contents.code.size();
    const auto* bytes = reinterpret_cast<const uint8_t*>(image.code.data());
    contents.code.insert(contents.code.end(), bytes, bytes + image.code.size());
    contents.code_variants.push_back({std::move(image.features), std::move(image.entries)});
  }
  return {};
}

Status treat_baked_batches(Graph& graph, const OpRegistry& ops, bool rewrite) {
  if (rewrite) {
    GBX_ASSIGN_OR_RETURN(const std::vector<std::string> done, unbake_batches(graph, ops));
    graph.notes().insert(graph.notes().end(), done.begin(), done.end());
    return {};
  }
  tell_baked_batches(graph);
  return {};
}

Status compare_claims(Graph& graph, bool strict) {
  Status contradictions = invalid_argument("the model contradicts itself about its outputs (--strict-outputs)");
  for (const ClaimFault& fault : output_claim_faults(graph)) {
    if (strict && fault.contradiction) std::move(contradictions).with("contradiction", fault.text);
    graph.notes().push_back(fault.text);
  }
  return contradictions.facts().empty() ? Status() : contradictions;
}

}  // namespace

Result<std::vector<GearPart>> optimise(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  const PassContext context{ops, kernels, options.log};
  graph.erase_dead();
  GBX_RETURN_IF_ERROR(infer_shapes(graph, ops));
  GBX_RETURN_IF_ERROR(treat_baked_batches(graph, ops, options.unbake_batch));
  GBX_RETURN_IF_ERROR(compare_claims(graph, options.strict_outputs));
  if (options.float64) {
    compute_in_float64(graph);
    graph.checks().clear();
    GBX_RETURN_IF_ERROR(infer_shapes(graph, ops));
  }
  GBX_ASSIGN_OR_RETURN(std::vector<GearPart> parts, outline_parts(graph, options.gears, context));
  GBX_RETURN_IF_ERROR(run_passes(graph, context, pipeline(options.optimise)));
  return parts;
}

Result<std::unique_ptr<Graph>> make_gears(Graph& graph, const std::vector<GearPart>& parts, const OpRegistry& ops,
                                          const KernelRegistry& kernels, const CompileOptions& options) {
  const PassContext context{ops, kernels, options.log};
  const GearRequest& request = options.gears;
  if (request.table.rows.empty()) {
    GBX_RETURN_IF_ERROR(add_part_gears(graph, parts, request, context));
    return std::unique_ptr<Graph>();
  }
  GBX_ASSIGN_OR_RETURN(auto variants, gear_variants(graph, request, context));
  for (const auto& variant : variants) {
    Status status = add_part_gears(*variant, parts, request, context);
    if (!status.ok()) return std::move(status).at(variant->name());
  }
  GBX_RETURN_IF_ERROR(add_part_gears(graph, parts, request, context));
  return gear_root(graph, std::move(variants), request, context);
}

Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  GBX_ASSIGN_OR_RETURN(const std::vector<GearPart> parts, optimise(graph, ops, kernels, options));
  GBX_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> root, make_gears(graph, parts, ops, kernels, options));
  PackageContents contents;
  contents.model_name = graph.name();
  contents.isa = options.isa;
  contents.reference_only = options.reference_only;
  contents.symbols = symbol_table(graph);
  contents.facts = fact_table(graph);
  contents.notes = graph.notes();
  GBX_ASSIGN_OR_RETURN(contents.programs, lower(graph));
  if (root) GBX_RETURN_IF_ERROR(lower_gears(*root, options.gears, contents));
  describe_scopes(parts, options.gears.fallback, contents);
  GBX_RETURN_IF_ERROR(generate_loops(contents));
  return contents;
}

}  // namespace gearbox
