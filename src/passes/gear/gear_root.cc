#include "passes/gear/gear_root.h"

#include "passes/gear/gear_row.h"
#include "shape/facts/fact_store.h"

namespace gearbox {

namespace {

class RootBuilder {
 public:
  RootBuilder(const Graph& graph, const GearRequest& request, const PassContext& context)
      : graph_(graph), request_(request), context_(context), root_(std::make_unique<Graph>(graph.name(), graph.scope())) {
    for (const Value* input : graph.inputs()) root_->add_input(input->name(), input->type());
    root_->facts() = graph.facts();
    root_->set_solver(std::make_shared<FactStore>(*graph.solver()));  // what the root learns of its outputs is its own
    root_->claims() = graph.claims();
    root_->notes() = graph.notes();
  }

  Result<std::unique_ptr<Graph>> run(std::vector<std::unique_ptr<Graph>> variants) {
    const auto input = [&](std::string_view name) { return root_->find_value(name); };
    GBX_ASSIGN_OR_RETURN(Value * row, add_gear_row(*root_, request_.table, "gear", input, context_.ops));
    NodeSpec branches{.op = "Case", .domain = "gearbox", .name = "gear_case", .inputs = {row}};
    branches.attributes.set("gears", static_cast<int64_t>(variants.size()));
    branches.inputs.insert(branches.inputs.end(), root_->inputs().begin(), root_->inputs().end());
    for (size_t i = 0; i < variants.size(); ++i) branches.bodies.emplace_back("gear_" + std::to_string(i), std::move(variants[i]));
    if (request_.fallback) branches.bodies.emplace_back("fallback", graph_.clone());
    std::vector<std::string> names;
    for (const Value* output : graph_.outputs()) names.push_back(output->name());
    Node* node = root_->add(std::move(branches), names);
    GBX_RETURN_IF_ERROR(infer_node(*node, *root_, context_.ops));
    for (int i = 0; i < node->outputs(); ++i) root_->add_output(node->output(i), graph_.output_name(i));
    return std::move(root_);
  }

 private:
  const Graph& graph_;
  const GearRequest& request_;
  const PassContext& context_;
  std::unique_ptr<Graph> root_;
};

}  // namespace

Result<std::unique_ptr<Graph>> gear_root(const Graph& graph, std::vector<std::unique_ptr<Graph>> variants, const GearRequest& request,
                                         const PassContext& context) {
  return RootBuilder(graph, request, context).run(std::move(variants));
}

const Node* case_of(const Graph& root) {
  for (const Node* node : root.nodes()) {
    if (node->is("Case", "gearbox")) return node;
  }
  return nullptr;
}

}  // namespace gearbox
