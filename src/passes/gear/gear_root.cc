#include "passes/gear/gear_root.h"

#include <algorithm>

namespace gearbox {

namespace {

class RootBuilder {
 public:
  RootBuilder(const Graph& graph, const GearRequest& request, const PassContext& context)
      : graph_(graph), request_(request), context_(context), root_(std::make_unique<Graph>(graph.name(), graph.scope())) {
    for (const Value* input : graph.inputs()) root_->add_input(input->name(), input->type());
    root_->facts() = graph.facts();
    root_->set_solver(graph.solver());
    root_->claims() = graph.claims();
    root_->notes() = graph.notes();
  }

  Result<std::unique_ptr<Graph>> run(std::vector<std::unique_ptr<Graph>> variants) {
    GBX_ASSIGN_OR_RETURN(Value * dims, add(dims_node(), {"gear_dims"}));
    GBX_ASSIGN_OR_RETURN(Value * row, add(row_node(dims), {"gear_row"}));
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
  Result<Value*> add(NodeSpec spec, std::vector<std::string> outputs) {
    Node* node = root_->add(std::move(spec), std::move(outputs));
    GBX_RETURN_IF_ERROR(infer_node(*node, *root_, context_.ops));
    return node->output(0);
  }

  NodeSpec dims_node() const {
    NodeSpec out{.op = "GetDynamicDims", .domain = "gearbox", .name = "gear_dims"};
    Ints columns, inputs, axes;
    for (size_t column = 0; column < request_.table.axes.size(); ++column) {
      for (const options::AxisPlace& place : request_.table.axes[column].places) {
        Value* source = root_->find_value(place.input);
        const auto known = std::ranges::find(out.inputs, source);
        columns.push_back(static_cast<int64_t>(column));
        inputs.push_back(known - out.inputs.begin());
        axes.push_back(static_cast<int64_t>(place.axis));
        if (known == out.inputs.end()) out.inputs.push_back(source);
      }
    }
    out.attributes.set("columns", columns);
    out.attributes.set("inputs", inputs);
    out.attributes.set("axes", axes);
    return out;
  }

  NodeSpec row_node(Value* dims) {
    std::vector<int64_t> cells;
    for (const std::vector<int64_t>& row : request_.table.rows) cells.insert(cells.end(), row.begin(), row.end());
    const std::vector<int64_t> extents = {static_cast<int64_t>(request_.table.rows.size()),
                                          static_cast<int64_t>(request_.table.axes.size())};
    Value* table = root_->add_constant("gear_table", Literal::of<int64_t>(extents, cells));
    NodeSpec out{.op = "MapIndex", .domain = "gearbox", .name = "gear_row", .inputs = {dims, table}};
    Strings modes;
    for (const options::GearAxis& axis : request_.table.axes)
      modes.push_back(axis.mode == options::GearMode::kBounded ? "bounded" : "exact");
    out.attributes.set("modes", modes);
    return out;
  }

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
