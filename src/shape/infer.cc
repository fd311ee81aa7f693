#include "shape/infer.h"

#include <algorithm>
#include <limits>

#include "expr/upper_expression.h"
#include "shape/demands.h"

namespace gearbox {

namespace {

Status infer_nodes(Graph& graph, const NodeRules& rules) {
  for (Node* node : graph.nodes()) GBX_RETURN_IF_ERROR(infer_node(*node, graph, rules));
  return {};
}

class DriverContext final : public InferContext {
 public:
  DriverContext(Node& node, Graph& graph, const NodeRules& rules) : InferContext(node, graph), rules_(rules) {}

  Result<std::vector<TensorType>> infer_body(std::string_view name, std::span<const TensorType> inputs) override {
    Graph* body = node().body(name);
    if (!body) return error("has no body '" + std::string(name) + "'");
    if (body->inputs().size() != inputs.size()) {
      return error("body '" + std::string(name) + "' takes " + std::to_string(body->inputs().size()) + " inputs, the node passes " +
                   std::to_string(inputs.size()));
    }
    // Inside the body every distinct extent is a symbol of its own: the body's program binds it from its inputs.
    Renamed renamed;
    for (size_t i = 0; i < inputs.size(); ++i) {
      TensorType& type = body->inputs()[i]->type();
      if (type.dtype != DType::kUndefined && inputs[i].dtype != type.dtype) {
        return error("body '" + std::string(name) + "': input '" + body->inputs()[i]->name() + "' is " +
                     std::string(dtype_name(type.dtype)) + ", the node passes " + std::string(dtype_name(inputs[i].dtype)));
      }
      type = inputs[i];
      type.capacity.reset();  // in the terms of the enclosing graph
      if (!type.ranked()) continue;
      for (size_t axis = 0; axis < type.shape->size(); ++axis) {
        Dim& dim = (*type.shape)[axis];
        if (dim.is_constant()) continue;
        const auto known = std::find_if(renamed.begin(), renamed.end(), [&](const auto& pair) { return pair.first == dim; });
        if (known != renamed.end()) {
          dim = known->second;
          continue;
        }
        const Dim outer = dim;
        dim = scope().fresh(body->name() + "." + body->inputs()[i]->name() + "." + std::to_string(axis));
        const Interval range = bounds(outer);
        scope().narrow(*dim.symbol(), std::max<int64_t>(range.lower, 0), std::max<int64_t>(range.upper, 0));
        renamed.emplace_back(outer, dim);
      }
    }
    body->checks().clear();
    body->late_bounds().clear();
    Status status = infer_nodes(*body, rules_);
    if (!status.ok()) return std::move(status).at("in body '" + std::string(name) + "' of node '" + node().name() + "'");
    std::vector<TensorType> out;
    for (const Value* value : body->outputs()) {
      out.push_back(outside(value->type(), renamed, value->name()));
    }
    return out;
  }

 private:
  using Renamed = std::vector<std::pair<Dim, Dim>>;  ///< extents outside and inside a body

  /// The extent in the terms of the enclosing graph; nullopt where the body alone knows it.
  static std::optional<Dim> outside(Dim dim, const Renamed& renamed) {
    bool inner = false;
    auto outer_of = [&](SymbolId symbol) -> std::optional<Dim> {
      for (const auto& [outer, body] : renamed) {
        if (*body.symbol() == symbol) return outer;
      }
      inner = true;
      return std::nullopt;
    };
    const Dim replaced = dim.substitute(outer_of);
    return inner ? std::nullopt : std::optional(replaced);
  }

  /// The type of a body's output in the terms of the enclosing graph: a new late extent for what the body alone knows.
  TensorType outside(TensorType type, const Renamed& renamed, const std::string& name) {
    if (!type.ranked()) return type;
    const Shape inner_capacity = type.capacity.value_or(*type.shape);
    Shape capacity;
    for (size_t axis = 0; axis < type.shape->size(); ++axis) {
      Dim& extent = (*type.shape)[axis];
      if (const auto replaced = outside(extent, renamed)) {
        extent = *replaced;
      } else {
        const Interval range = bounds(extent);
        extent = scope().fresh(name);
        narrow(extent, range);
      }
      capacity.push_back(outside(inner_capacity[axis], renamed).value_or(extent));
    }
    type.capacity = capacity == *type.shape ? std::nullopt : std::optional(std::move(capacity));
    return type;
  }

  const NodeRules& rules_;
};

/// Extents and contents in the terms of the facts known so far.
void apply_equalities(const Node& node, const Graph& graph) {
  const FactStore* solver = graph.solver().get();
  if (!solver) return;
  for (Value* output : node.output_list()) {
    if (!output) continue;
    if (output->type().ranked()) {
      for (Dim& dim : *output->type().shape) dim = solver->canonical(dim);
    }
    if (!output->contents()) continue;
    std::vector<Dim> contents = *output->contents();
    for (Dim& element : contents) element = solver->canonical(element);
    output->set_contents(std::move(contents));
  }
}

/// Contents are whole numbers without bounds; those of 32-bit tensors are demanded to fit.
Status require_fitting_contents(DriverContext& context, const Node& node) {
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min(), kMost = std::numeric_limits<int32_t>::max();
  for (Value* output : node.output_list()) {
    if (!output || !output->contents() || output->type().dtype != DType::kI32) continue;
    for (const Dim element : *output->contents()) {
      if (element.is_constant() && (element.value() < kLeast || element.value() > kMost)) {
        output->set_contents(std::nullopt);
        break;
      }
      const std::string message = node.op() + ": the elements of '" + output->name() + "' are i32";
      GBX_RETURN_IF_ERROR(context.require_at_least(kMost, element, message));
      GBX_RETURN_IF_ERROR(context.require_at_least(element, kLeast, message));
    }
  }
  return {};
}

/// Where extents are decided by a step, what bounds them is the outputs' capacity.
void set_capacities(const Node& node, const Graph& graph) {
  if (graph.late_bounds().empty()) return;
  for (Value* output : node.output_list()) {
    if (!output || !output->type().ranked()) continue;
    Shape capacity = *output->type().shape;
    for (Dim& extent : capacity) extent = upper_expression(extent, graph.late_bounds()).value_or(extent);
    if (capacity != *output->type().shape) output->type().capacity = std::move(capacity);
  }
}

}  // namespace

Status infer_node(Node& node, Graph& graph, const NodeRules& rules) {
  GBX_RETURN_IF_ERROR(rules.resolve(node));
  for (auto& [name, body] : node.bodies()) {
    // A closed body is inferred by itself, once: its symbols depend on nothing outside.
    if (body->scope() == graph.scope() || body->solver()) continue;
    Status status = infer_shapes(*body, rules);
    if (!status.ok()) return std::move(status).at("in body '" + name + "' of node '" + node.name() + "'");
  }
  for (Value* output : node.output_list()) {
    if (!output) continue;
    output->set_contents(std::nullopt);
    const MemoryFormat format = output->type().format;
    output->type() = TensorType();
    output->type().format = format;
  }
  DriverContext context(node, graph, rules);
  GBX_RETURN_IF_ERROR(rules.infer(context));
  GBX_RETURN_IF_ERROR(require_fitting_contents(context, node));
  apply_equalities(node, graph);
  set_capacities(node, graph);
  for (const Value* output : node.output_list()) {
    if (!output) continue;
    if (output->type().dtype == DType::kUndefined) {
      return internal_error(node.op() + " node '" + node.name() + "': the shape rule leaves output '" + output->name() +
                            "' without a type");
    }
    if (!output->type().ranked()) continue;
    for (const Dim& dim : *output->type().shape) {
      if (dim.is_overflow())
        return invalid_argument(node.op() + " node '" + node.name() + "': an extent of '" + output->name() + "' overflows 64 bits");
      if (dim.is_constant() && dim.value() < 0) {
        return invalid_argument(node.op() + " node '" + node.name() + "': extent " + dim.text() + " of '" + output->name() +
                                "' is negative");
      }
    }
  }
  return {};
}

Status infer_shapes(Graph& graph, const NodeRules& rules) {
  GBX_ASSIGN_OR_RETURN(std::shared_ptr<FactStore> solver, make_solver(graph));
  graph.set_solver(std::move(solver));
  graph.late_bounds().clear();
  return infer_nodes(graph, rules);
}

}  // namespace gearbox
