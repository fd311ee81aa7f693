#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

#include "ir/graph.h"

namespace gearbox {

namespace ir_order {

/// Calls `visit` with every node that must run before `node`, once per edge.
template <class Visit>
void for_each_predecessor(const Node& node, Visit visit) {
  for (const Value* input : node.input_list()) {
    if (input && input->producer()) visit(input->producer());
  }
  for (Node* before : node.control_inputs()) visit(before);
}

}  // namespace ir_order

/// Kahn's algorithm; among the ready nodes the one that stands first in `nodes_` goes first.
void Graph::sort() const {
  std::unordered_map<const Node*, size_t> position;
  for (size_t i = 0; i < nodes_.size(); ++i) position.emplace(nodes_[i].get(), i);
  std::vector<int> waiting(nodes_.size(), 0);
  std::vector<std::vector<size_t>> successors(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    ir_order::for_each_predecessor(*nodes_[i], [&](const Node* before) {
      auto it = position.find(before);
      if (it == position.end()) return;
      ++waiting[i];
      successors[it->second].push_back(i);
    });
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (waiting[i] == 0) ready.push(i);
  }
  order_.clear();
  while (!ready.empty()) {
    const size_t next = ready.top();
    ready.pop();
    order_.push_back(nodes_[next].get());
    for (size_t successor : successors[next]) {
      if (--waiting[successor] == 0) ready.push(successor);
    }
  }
  if (order_.size() != nodes_.size()) order_.clear();
}

const std::vector<Node*>& Graph::nodes() const {
  if (!order_valid_) {
    sort();
    order_valid_ = true;
  }
  return order_;
}

std::vector<std::string> Graph::cycle() const {
  if (nodes_.empty() || !nodes().empty()) return {};
  enum class State { kNew, kOpen, kDone };
  struct Step {
    const Node* node;
    std::vector<const Node*> before;
    size_t next = 0;
  };
  std::unordered_map<const Node*, State> states;
  std::vector<Step> path;
  auto open = [&](const Node* node) {
    states[node] = State::kOpen;
    path.push_back({node, {}});
    ir_order::for_each_predecessor(*node, [&](const Node* before) { path.back().before.push_back(before); });
  };
  for (const auto& root : nodes_) {
    if (states[root.get()] != State::kNew) continue;
    open(root.get());
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next == step.before.size()) {
        states[step.node] = State::kDone;
        path.pop_back();
        continue;
      }
      const Node* before = step.before[step.next++];
      if (states[before] == State::kNew) {
        open(before);
      } else if (states[before] == State::kOpen) {
        // The path runs against the edges: from the back up to `before` it reads in the order of the data.
        std::vector<std::string> names;
        for (auto it = path.rbegin(); it != path.rend(); ++it) {
          names.push_back(it->node->name());
          if (it->node == before) return names;
        }
      }
    }
  }
  return {};
}

}  // namespace gearbox
