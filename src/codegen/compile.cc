#include "codegen/compile.h"

#include <numeric>

#include "codegen/describe_scopes.h"
#include "codegen/gear_graphs.h"
#include "codegen/gear_maker.h"
#include "codegen/generate_loops.h"
#include "codegen/lower.h"
#include "codegen/lower_gears.h"
#include "codegen/symbol_table.h"
#include "passes/gear/gear_parts.h"
#include "passes/gear/gear_root.h"
#include "passes/pass.h"
#include "passes/precision/compute_in_float64.h"
#include "passes/unbake/unbake_batch.h"
#include "shape/infer.h"
#include "shape/output_claims.h"

namespace gearbox {

namespace {

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
    if (strict && fault.contradiction) contradictions.with("contradiction", fault.text);
    graph.notes().push_back(fault.text);
  }
  return contradictions.facts().empty() ? Status() : contradictions;
}

}  // namespace

PassContext pass_context(const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  return {.ops = ops,
          .kernels = kernels,
          .log = options.log,
          .optimise = options.optimise,
          .exact_conv = options.exact_conv,
          .exact_products = options.exact_products};
}

Result<std::vector<GearPart>> optimise(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  const PassContext context = pass_context(ops, kernels, options);
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
  const PassContext context = pass_context(ops, kernels, options);
  const GearRequest& request = options.gears;
  if (request.table.rows.empty() || request.lazy) {
    GBX_RETURN_IF_ERROR(add_part_gears(graph, parts, request, context));
    return std::unique_ptr<Graph>();
  }
  std::vector<size_t> rows(request.table.rows.size());
  std::iota(rows.begin(), rows.end(), 0);
  GBX_ASSIGN_OR_RETURN(auto variants, gear_graphs(graph, parts, request, context, rows));
  GBX_RETURN_IF_ERROR(add_part_gears(graph, parts, request, context));
  return gear_root(graph, std::move(variants), request, context);
}

Result<PackageContents> compile(Graph& graph, const OpRegistry& ops, const KernelRegistry& kernels, const CompileOptions& options) {
  GBX_ASSIGN_OR_RETURN(const std::vector<GearPart> parts, optimise(graph, ops, kernels, options));
  const bool late = options.gears.lazy && !options.gears.table.rows.empty();
  std::shared_ptr<const GearMaker> maker = late ? gear_maker(graph, parts, ops, kernels, options) : nullptr;
  GBX_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> root, make_gears(graph, parts, ops, kernels, options));
  PackageContents contents = contents_for(graph, options);
  contents.symbols = symbol_table(graph);
  contents.facts = fact_table(graph);
  contents.notes = graph.notes();
  GBX_ASSIGN_OR_RETURN(contents.programs, lower(graph));
  if (root) GBX_RETURN_IF_ERROR(lower_gears(*root, options.gears, contents));
  if (maker) describe_late_gears(graph, options.gears, contents);
  contents.gear_maker = std::move(maker);
  describe_scopes(parts, options.gears.fallback, contents);
  GBX_RETURN_IF_ERROR(generate_loops(contents));
  return contents;
}

}  // namespace gearbox
