#include "passes/gear/scope_region.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "api/options/nearest_name.h"
#include "passes/outline/outline.h"

namespace gearbox {

namespace {

using NodeSet = std::unordered_set<const Node*>;

/// The graph and all that are nested in it, outer ones first.
void collect_graphs(Graph& graph, std::vector<Graph*>& out) {
  out.push_back(&graph);
  for (Node* node : graph.nodes()) {
    for (auto& [name, body] : node->bodies()) collect_graphs(*body, out);
  }
}

/// The value of that name, or the one that feeds the graph's output of that name.
Value* find_tensor(const Graph& graph, const std::string& name) {
  if (Value* value = graph.find_value(name)) return value;
  for (size_t i = 0; i < graph.outputs().size(); ++i) {
    if (graph.output_name(static_cast<int>(i)) == name) return graph.outputs()[i];
  }
  return nullptr;
}

std::string quoted_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "'" : ", '") + name + "'";
  return out;
}

Status unknown(const std::string& name, const char* kind, std::vector<std::string> known) {
  // A body's captures go by the names they have outside.
  std::set<std::string> seen;
  std::erase_if(known, [&](const std::string& other) { return !seen.insert(other).second; });
  return invalid_argument(options::unknown_name_text(name, kind, known));
}

class RegionFinder {
 public:
  RegionFinder(Graph& main, const options::GearScopeWords& words) : words_(words) { collect_graphs(main, graphs_); }

  Result<ScopeRegion> run() {
    if (!words_.in.empty()) GBX_RETURN_IF_ERROR(enter());
    GBX_ASSIGN_OR_RETURN(const NodeSet chosen, chosen_nodes());
    ScopeRegion out{graph_, {}};
    for (Node* node : graph_->nodes()) {
      if (chosen.contains(node)) out.nodes.push_back(node);
    }
    if (out.nodes.empty()) return invalid_argument("no node lies there");
    std::string path;
    for (const Node* node : path_outside(*graph_, out.nodes)) path += (path.empty() ? "'" : " -> '") + node->name() + "'";
    if (!path.empty()) return invalid_argument("the path " + path + " leaves it and comes back");
    return out;
  }

 private:
  /// Limits the search to what `in` names.
  Status enter() {
    std::vector<std::string> known;
    for (Graph* graph : graphs_) {
      for (Node* node : graph->nodes()) {
        if (node->bodies().empty()) continue;
        known.push_back(node->name());
        if (node->name() == words_.in && node->bodies().size() > 1) {
          return invalid_argument("'" + words_.in + "' has several bodies; write '" + words_.in + "." + node->bodies()[0].first + "' or '" +
                                  words_.in + "." + node->bodies()[1].first + "'");
        }
        for (auto& [name, body] : node->bodies()) {
          if (node->name() != words_.in && node->name() + "." + name != words_.in) continue;
          graphs_ = {body.get()};
          return {};
        }
      }
    }
    for (Graph* graph : graphs_) {
      for (const Node* node : graph->nodes()) {
        const size_t slash = node->name().find('/');
        if (slash != std::string::npos) known.push_back(node->name().substr(0, slash));
        if (node->name().starts_with(words_.in + "/")) of_call_.insert(node);
      }
      if (of_call_.empty()) continue;
      graphs_ = {graph};
      return {};
    }
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const auto near = options::nearest_name(words_.in, known);
    return invalid_argument("'" + words_.in + "' is neither a node with a body nor a call of a function" +
                            (near ? "; did you mean '" + *near + "'?" : "") +
                            (known.empty() ? "; the model has none" : " (there are: " + options::names_text(known) + ")"));
  }

  bool within(const Node* node) const { return of_call_.empty() || of_call_.contains(node); }

  Result<NodeSet> chosen_nodes() {
    if (!words_.nodes.empty()) return listed_nodes();
    if (!words_.from.empty() || !words_.to.empty()) return nodes_between();
    graph_ = graphs_[0];
    NodeSet out;
    for (const Node* node : graph_->nodes()) {
      if (within(node)) out.insert(node);
    }
    return out;
  }

  Result<NodeSet> listed_nodes() {
    NodeSet out;
    for (const std::string& word : words_.nodes) {
      const bool rest = word.ends_with('*');
      const std::string_view stem = std::string_view(word).substr(0, word.size() - (rest ? 1 : 0));
      bool found = false;
      std::vector<std::string> known;
      for (Graph* graph : graphs_) {
        for (const Node* node : graph->nodes()) {
          if (!within(node)) continue;
          known.push_back(node->name());
          if (rest ? !node->name().starts_with(stem) : node->name() != stem) continue;
          if (graph_ && graph_ != graph)
            return invalid_argument("'" + node->name() + "' is in another graph than the nodes before it; 'in' chooses one");
          graph_ = graph;
          found = out.insert(node).second || found;
        }
      }
      if (!found) return unknown(word, "node", known);
    }
    return out;
  }

  Result<NodeSet> nodes_between() {
    GBX_RETURN_IF_ERROR(find_graph());
    std::vector<Value*> from, to;
    for (const std::string& name : words_.from) from.push_back(find_tensor(*graph_, name));
    for (const std::string& name : words_.to) to.push_back(find_tensor(*graph_, name));
    const NodeSet before = to.empty() ? all_nodes() : nodes_before(to, from), behind = from.empty() ? all_nodes() : nodes_behind(from);
    NodeSet out;
    for (const Node* node : before) {
      if (behind.contains(node) && within(node)) out.insert(node);
    }
    const auto inside = [&](const Node* node) { return out.contains(node); };
    for (size_t i = 0; i < from.size(); ++i) {
      if (std::ranges::any_of(from[i]->users(), inside)) continue;
      return invalid_argument("'" + words_.from[i] + "' leads to " + (to.empty() ? "no node" : "none of " + quoted_names(words_.to)));
    }
    for (size_t i = 0; i < to.size(); ++i) {
      if (to[i]->producer() && inside(to[i]->producer())) continue;
      return invalid_argument("'" + words_.to[i] + "' comes from " + (from.empty() ? "no node" : "none of " + quoted_names(words_.from)));
    }
    return out;
  }

  /// The outermost graph that has all the tensors.
  Status find_graph() {
    std::vector<std::string> wanted = words_.from;
    wanted.insert(wanted.end(), words_.to.begin(), words_.to.end());
    for (const std::string& name : wanted) {
      std::vector<std::string> known;
      bool found = false;
      for (const Graph* graph : graphs_) {
        found = found || find_tensor(*graph, name);
        for (const Value* value : graph->values()) known.push_back(value->name());
      }
      if (!found) return unknown(name, "tensor", known);
    }
    for (Graph* graph : graphs_) {
      if (!std::ranges::all_of(wanted, [&](const std::string& name) { return find_tensor(*graph, name); })) continue;
      graph_ = graph;
      return {};
    }
    return invalid_argument("no graph has all of " + quoted_names(wanted));
  }

  NodeSet all_nodes() const { return {graph_->nodes().begin(), graph_->nodes().end()}; }

  static NodeSet nodes_behind(const std::vector<Value*>& values) {
    NodeSet out;
    std::vector<const Value*> open(values.begin(), values.end());
    while (!open.empty()) {
      const Value* value = open.back();
      open.pop_back();
      for (const Node* user : value->users()) {
        if (!out.insert(user).second) continue;
        for (const Value* output : user->output_list()) {
          if (output) open.push_back(output);
        }
      }
    }
    return out;
  }

  /// Up to the values of `stop`.
  static NodeSet nodes_before(const std::vector<Value*>& values, const std::vector<Value*>& stop) {
    NodeSet out;
    std::vector<const Value*> open(values.begin(), values.end());
    while (!open.empty()) {
      const Value* value = open.back();
      open.pop_back();
      if (!value->producer() || std::ranges::find(stop, value) != stop.end() || !out.insert(value->producer()).second) continue;
      for (const Value* input : value->producer()->input_list()) {
        if (input) open.push_back(input);
      }
    }
    return out;
  }

  const options::GearScopeWords& words_;
  std::vector<Graph*> graphs_;  ///< to search
  NodeSet of_call_;             ///< the nodes of a function's call, where `in` names one
  Graph* graph_ = nullptr;
};

}  // namespace

Result<ScopeRegion> find_region(Graph& main, const options::GearScopeWords& words) { return RegionFinder(main, words).run(); }

}  // namespace gearbox
