#include "passes/gear/gear_row.h"

#include <algorithm>

#include "shape/infer.h"

namespace gearbox {

namespace {

NodeSpec dims_node(const options::GearTable& table, const std::string& name, const std::function<Value*(std::string_view)>& value_of) {
  NodeSpec out{.op = "GetDynamicDims", .domain = "gearbox", .name = name};
  Ints columns, inputs, axes;
  for (size_t column = 0; column < table.axes.size(); ++column) {
    for (const options::AxisPlace& place : table.axes[column].places) {
      Value* source = value_of(place.input);
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

NodeSpec row_node(Graph& graph, const options::GearTable& table, const std::string& name, Value* dims) {
  std::vector<int64_t> cells;
  for (const std::vector<int64_t>& row : table.rows) cells.insert(cells.end(), row.begin(), row.end());
  const std::vector<int64_t> extents = {static_cast<int64_t>(table.rows.size()), static_cast<int64_t>(table.axes.size())};
  Value* constant = graph.add_constant(name + "_table", Literal::of<int64_t>(extents, cells));
  NodeSpec out{.op = "MapIndex", .domain = "gearbox", .name = name + "_row", .inputs = {dims, constant}};
  Strings modes;
  for (const options::GearAxis& axis : table.axes) modes.push_back(axis.mode == options::GearMode::kBounded ? "bounded" : "exact");
  out.attributes.set("modes", modes);
  return out;
}

Result<Value*> add(Graph& graph, NodeSpec spec, const OpRegistry& ops) {
  const std::string name = spec.name;
  Node* node = graph.add(std::move(spec), {name});
  GBX_RETURN_IF_ERROR(infer_node(*node, graph, ops));
  return node->output(0);
}

}  // namespace

Result<Value*> add_gear_row(Graph& graph, const options::GearTable& table, const std::string& name,
                            const std::function<Value*(std::string_view)>& value_of, const OpRegistry& ops) {
  GBX_ASSIGN_OR_RETURN(Value * dims, add(graph, dims_node(table, name + "_dims", value_of), ops));
  return add(graph, row_node(graph, table, name, dims), ops);
}

}  // namespace gearbox
