#include "codegen/gear_maker.h"

#include "codegen/describe_scopes.h"
#include "codegen/gear_graphs.h"
#include "codegen/generate_loops.h"
#include "codegen/lower.h"
#include "passes/gear/gear_variants.h"

namespace gearbox {

namespace {

class GraphGears final : public GearMaker {
 public:
  GraphGears(const Graph& graph, const std::vector<GearPart>& parts, const OpRegistry& ops, const KernelRegistry& kernels,
             CompileOptions options)
      : graph_(graph.clone()), parts_(parts), ops_(ops), kernels_(kernels), options_(std::move(options)) {
    options_.log = {};
    options_.gears.threads = 1;
    graph_->nodes();  // sorts it: from now on it is only read
  }

  Result<PackageContents> make(size_t row) const override {
    const PassContext context = pass_context(ops_, kernels_, options_);
    GBX_ASSIGN_OR_RETURN(const auto graphs, gear_graphs(*graph_, parts_, options_.gears, context, std::span(&row, 1)));
    Graph& gear = *graphs.front();
    PackageContents contents = contents_for(gear, options_);
    auto programs = lower(gear);
    if (!programs.ok()) return programs.status().at(gear.name());
    contents.programs = std::move(programs).value();
    describe_scopes(parts_, options_.gears.fallback, contents);
    GBX_RETURN_IF_ERROR(generate_loops(contents));
    return contents;
  }

 private:
  const std::unique_ptr<const Graph> graph_;
  const std::vector<GearPart> parts_;
  const OpRegistry& ops_;
  const KernelRegistry& kernels_;
  CompileOptions options_;
};

/// Extents of an output where the binding holds.
GearInfo::Extents extents_of(const Value& output, const Binding& binding) {
  if (!output.type().ranked()) return std::nullopt;
  const auto value = [&](SymbolId symbol) -> std::optional<Dim> {
    const auto known = binding.values.find(symbol);
    return known == binding.values.end() ? std::nullopt : std::optional<Dim>(known->second);
  };
  std::vector<int64_t> out;
  for (const Dim& dim : *output.type().shape) {
    const Dim extent = dim.substitute(value);
    out.push_back(extent.is_constant() ? extent.value() : -1);
  }
  return out;
}

}  // namespace

PackageContents contents_for(const Graph& graph, const CompileOptions& options) {
  PackageContents out;
  out.model_name = graph.name();
  out.isa = options.isa;
  out.reference_only = options.reference_only;
  return out;
}

std::shared_ptr<const GearMaker> gear_maker(const Graph& graph, const std::vector<GearPart>& parts, const OpRegistry& ops,
                                            const KernelRegistry& kernels, const CompileOptions& options) {
  return std::make_shared<const GraphGears>(graph, parts, ops, kernels, options);
}

void describe_late_gears(const Graph& graph, const GearRequest& request, PackageContents& contents) {
  contents.gears.table = request.table;
  contents.gears.fallback = request.fallback;
  for (size_t row = 0; row < request.table.rows.size(); ++row) {
    const Binding binding = binding_of(graph, request.table, row);
    GearInfo& gear = contents.gears.gears.emplace_back();
    for (const Value* output : graph.outputs()) gear.outputs.push_back(extents_of(*output, binding));
  }
}

}  // namespace gearbox
