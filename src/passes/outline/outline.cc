#include "passes/outline/outline.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_set>

#include "passes/outline/closed_types.h"
#include "shape/infer.h"

namespace gearbox {

namespace {

using NodeSet = std::unordered_set<const Node*>;

/// The nodes that must run after each node.
std::map<const Node*, std::vector<const Node*>> successors_of(const Graph& graph) {
  std::map<const Node*, std::vector<const Node*>> out;
  for (const Node* node : graph.nodes()) {
    for (const Value* input : node->input_list()) {
      if (input && input->producer()) out[input->producer()].push_back(node);
    }
    for (const Node* before : node->control_inputs()) out[before].push_back(node);
  }
  return out;
}

class Outline {
 public:
  Outline(Graph& graph, const std::vector<Node*>& nodes, const std::string& name) : graph_(graph), name_(name) {
    const NodeSet wanted(nodes.begin(), nodes.end());
    for (Node* node : graph.nodes()) {
      if (wanted.contains(node)) nodes_.push_back(node);
    }
    inside_ = NodeSet(nodes_.begin(), nodes_.end());
    find_border();
  }

  Result<Node*> run(const OpRegistry& ops) {
    GBX_ASSIGN_OR_RETURN(std::unique_ptr<Graph> body, make_body(ops));
    return replace(std::move(body), ops);
  }

 private:
  void find_border() {
    for (const Node* node : nodes_) {
      for (Value* input : node->input_list()) {
        const bool comes_in = input && !input->is_constant() && !inside_.contains(input->producer());
        if (comes_in && std::ranges::find(inputs_, input) == inputs_.end()) inputs_.push_back(input);
      }
    }
    for (const Node* node : nodes_) {
      for (Value* output : node->output_list()) {
        const auto outside = [&](const Node* user) { return !inside_.contains(user); };
        if (output && (graph_.is_output(output) || std::ranges::any_of(output->users(), outside))) outputs_.push_back(output);
      }
    }
  }

  /// The nodes as a graph in symbols of its own. Their bodies are moved.
  Result<std::unique_ptr<Graph>> make_body(const OpRegistry& ops) {
    const ClosedTypes types(graph_, inputs_);
    Graph part(name_, graph_.scope());
    std::map<const Value*, Value*> twins = {{nullptr, nullptr}};
    for (const Value* input : inputs_) {
      TensorType bare;
      bare.dtype = input->type().dtype;
      twins[input] = part.add_input(input->name(), std::move(bare));
    }
    std::map<const Node*, Node*> made;
    for (Node* node : nodes_) made[node] = add_twin(part, *node, twins);
    for (const Node* node : nodes_) {
      for (const Node* before : node->control_inputs()) {
        if (inside_.contains(before)) part.add_control_edge(made.at(before), made.at(node));
      }
    }
    for (const Value* output : outputs_) part.add_output(twins.at(output), output->name());
    std::unique_ptr<Graph> body = part.clone(types.scope(), [](SymbolId) { return Dim(); });
    for (size_t i = 0; i < inputs_.size(); ++i) {
      body->inputs()[i]->type() = types.type(*inputs_[i]);
      body->inputs()[i]->set_contents(types.contents(*inputs_[i]));
    }
    body->facts() = types.facts();
    GBX_RETURN_IF_ERROR(infer_shapes(*body, ops));
    return body;
  }

  static Node* add_twin(Graph& part, Node& node, std::map<const Value*, Value*>& twins) {
    NodeSpec spec{.op = node.op(), .domain = node.domain(), .version = node.version(), .name = node.name()};
    spec.attributes = node.attributes();
    spec.bodies = std::move(node.bodies());
    for (Value* input : node.input_list()) {
      if (input && input->is_constant() && !twins.contains(input)) twins[input] = part.add_constant(input->name(), input->constant());
      spec.inputs.push_back(twins.at(input));
    }
    std::vector<std::string> names;
    for (const Value* output : node.output_list()) names.push_back(output ? output->name() : "-");
    Node* twin = part.add(std::move(spec), std::move(names));
    twin->set_definition(node.definition());
    for (int i = 0; i < node.outputs(); ++i) {
      if (!node.output(i)) continue;
      twin->output(i)->type().format = node.output(i)->type().format;
      twins[node.output(i)] = twin->output(i);
    }
    return twin;
  }

  /// Puts the call in the nodes' place.
  Result<Node*> replace(std::unique_ptr<Graph> body, const OpRegistry& ops) {
    NodeSpec spec{.op = "PartitionedCall", .domain = "gearbox", .name = name_, .inputs = inputs_};
    spec.bodies.emplace_back("body", std::move(body));
    std::vector<std::string> names;
    for (Value* output : outputs_) {
      names.push_back(output->name());
      graph_.rename(output, output->name() + ".inside");
    }
    std::vector<std::pair<Node*, Node*>> edges;
    const auto order = graph_.nodes();
    Node* call = graph_.add(std::move(spec), std::move(names));
    for (Node* node : order) {
      for (Node* before : node->control_inputs()) {
        if (inside_.contains(before) != inside_.contains(node))
          edges.emplace_back(inside_.contains(before) ? call : before, inside_.contains(node) ? call : node);
      }
    }
    for (const auto& [before, after] : edges) graph_.add_control_edge(before, after);
    for (size_t i = 0; i < outputs_.size(); ++i) graph_.replace_uses(outputs_[i], call->output(static_cast<int>(i)));
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) graph_.erase(*node);
    GBX_RETURN_IF_ERROR(infer_node(*call, graph_, ops));
    return call;
  }

  Graph& graph_;
  const std::string& name_;
  std::vector<Node*> nodes_;  ///< in topological order
  NodeSet inside_;
  std::vector<Value*> inputs_, outputs_;
};

}  // namespace

std::vector<const Node*> path_outside(const Graph& graph, const std::vector<Node*>& nodes) {
  const NodeSet inside(nodes.begin(), nodes.end());
  const auto successors = successors_of(graph);
  std::map<const Node*, const Node*> came_from;
  std::deque<const Node*> open;
  const auto visit = [&](const Node* from, const Node* to) {
    if (came_from.emplace(to, from).second) open.push_back(to);
  };
  const auto after = [&](const Node* node) {
    const auto found = successors.find(node);
    return found == successors.end() ? std::vector<const Node*>() : found->second;
  };
  for (const Node* node : graph.nodes()) {
    if (!inside.contains(node)) continue;
    for (const Node* next : after(node)) {
      if (!inside.contains(next)) visit(node, next);
    }
  }
  while (!open.empty()) {
    const Node* node = open.front();
    open.pop_front();
    for (const Node* next : after(node)) {
      if (!inside.contains(next)) {
        visit(node, next);
        continue;
      }
      std::vector<const Node*> path = {next};
      for (const Node* at = node;; at = came_from.at(at)) {
        path.push_back(at);
        if (inside.contains(at)) break;
      }
      std::ranges::reverse(path);
      return path;
    }
  }
  return {};
}

Result<Node*> outline(Graph& graph, const std::vector<Node*>& nodes, const std::string& name, const OpRegistry& ops) {
  return Outline(graph, nodes, name).run(ops);
}

}  // namespace gearbox
