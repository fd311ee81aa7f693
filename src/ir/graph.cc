#include "ir/graph.h"

#include <algorithm>
#include <unordered_set>

namespace gearbox {

Graph* Node::body(std::string_view name) const {
  for (const auto& [key, graph] : bodies_) {
    if (key == name) return graph.get();
  }
  return nullptr;
}

Graph::Graph(std::string name, std::shared_ptr<DimScope> scope)
    : name_(std::move(name)), scope_(scope ? std::move(scope) : std::make_shared<DimScope>()) {}

Graph::~Graph() = default;

namespace ir_graph {

template <class Taken>
std::string free_name(std::string_view stem, std::map<std::string, int, std::less<>>& next_suffix, Taken taken) {
  if (!taken(stem)) return std::string(stem);
  int& suffix = next_suffix[std::string(stem)];
  std::string candidate;
  do {
    candidate = std::string(stem) + "_" + std::to_string(++suffix);
  } while (taken(candidate));
  return candidate;
}

}  // namespace ir_graph

Value* Graph::adopt(std::unique_ptr<Value> value) {
  value->id_ = next_value_++;
  value->name_ = unique_name(value->name_);
  value_names_.emplace(value->name_, value.get());
  values_.push_back(std::move(value));
  return values_.back().get();
}

Node* Graph::adopt(std::unique_ptr<Node> node, size_t position) {
  node->id_ = next_node_++;
  node->name_ = ir_graph::free_name(node->name_, next_suffix_, [&](std::string_view name) { return node_names_.contains(name); });
  node_names_.insert(node->name_);
  for (Value* input : node->inputs_) use(input, node.get());
  order_valid_ = false;
  auto it = nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(position), std::move(node));
  return it->get();
}

void Graph::use(Value* value, Node* user) {
  if (value) value->users_.push_back(user);
}

void Graph::unuse(Value* value, Node* user) {
  if (!value) return;
  auto it = std::find(value->users_.begin(), value->users_.end(), user);
  if (it == value->users_.end()) return;
  *it = value->users_.back();
  value->users_.pop_back();
}

/// Values are kept in the order of their ids.
void Graph::forget(Value* value) {
  value_names_.erase(value->name_);
  auto it = std::lower_bound(values_.begin(), values_.end(), value->id_, [](const auto& owned, int32_t id) { return owned->id_ < id; });
  values_.erase(it);
}

Value* Graph::add_input(std::string name, TensorType type) {
  auto value = std::make_unique<Value>();
  value->name_ = std::move(name);
  value->type_ = std::move(type);
  inputs_.push_back(adopt(std::move(value)));
  return inputs_.back();
}

Value* Graph::add_constant(std::string name, Literal literal) {
  auto value = std::make_unique<Value>();
  value->name_ = std::move(name);
  value->type_ = type_of(literal);
  value->constant_ = std::move(literal);
  return adopt(std::move(value));
}

Node* Graph::add(NodeSpec spec, std::vector<std::string> output_names) {
  auto owned = std::make_unique<Node>();
  owned->name_ = std::move(spec.name);
  for (const std::string& name : output_names) {
    if (!owned->name_.empty()) break;
    if (name != "-") owned->name_ = name;
  }
  if (owned->name_.empty()) owned->name_ = spec.op;
  owned->op_ = std::move(spec.op);
  owned->domain_ = std::move(spec.domain);
  owned->version_ = spec.version;
  owned->inputs_ = std::move(spec.inputs);
  owned->attributes_ = std::move(spec.attributes);
  owned->bodies_ = std::move(spec.bodies);
  Node* node = adopt(std::move(owned), nodes_.size());
  for (size_t i = 0; i < output_names.size(); ++i) {
    if (output_names[i] == "-") {
      node->outputs_.push_back(nullptr);
      continue;
    }
    auto value = std::make_unique<Value>();
    value->name_ = output_names[i].empty() ? node->name_ : std::move(output_names[i]);
    value->producer_ = node;
    value->output_index_ = static_cast<int>(i);
    node->outputs_.push_back(adopt(std::move(value)));
  }
  return node;
}

void Graph::add_output(Value* value, std::string name) {
  outputs_.push_back(value);
  output_names_.push_back(std::move(name));
}

void Graph::set_output(int index, Value* value) { outputs_[static_cast<size_t>(index)] = value; }

bool Graph::is_output(const Value* value) const { return std::find(outputs_.begin(), outputs_.end(), value) != outputs_.end(); }

std::vector<Value*> Graph::values() const {
  std::vector<Value*> out;
  out.reserve(values_.size());
  for (const auto& value : values_) out.push_back(value.get());
  return out;
}

Value* Graph::find_value(std::string_view name) const {
  auto it = value_names_.find(name);
  return it == value_names_.end() ? nullptr : it->second;
}

void Graph::rename(Value* value, std::string_view name) {
  if (value->name_ == name) return;
  value_names_.erase(value->name_);
  value->name_ = unique_name(name);
  value_names_.emplace(value->name_, value);
}

std::string Graph::unique_name(std::string_view stem) {
  if (stem.empty()) stem = "value";
  return ir_graph::free_name(stem, next_suffix_, [&](std::string_view name) { return value_names_.contains(name); });
}

void Graph::replace_uses(Value* old_value, Value* new_value) {
  if (old_value == new_value) return;
  for (Node* user : old_value->users_) {
    // One entry per use: each entry moves one use, so that repeated users end up right.
    auto it = std::find(user->inputs_.begin(), user->inputs_.end(), old_value);
    if (it == user->inputs_.end()) continue;
    *it = new_value;
    use(new_value, user);
  }
  old_value->users_.clear();
  std::replace(outputs_.begin(), outputs_.end(), old_value, new_value);
  order_valid_ = false;
}

void Graph::set_input(Node* node, int index, Value* value) {
  Value*& slot = node->inputs_[static_cast<size_t>(index)];
  if (slot == value) return;
  unuse(slot, node);
  slot = value;
  use(value, node);
  order_valid_ = false;
}

void Graph::truncate_inputs(Node* node, int count) {
  while (node->inputs() > count) {
    unuse(node->inputs_.back(), node);
    node->inputs_.pop_back();
  }
  order_valid_ = false;
}

void Graph::append_input(Node* node, Value* value) {
  node->inputs_.push_back(value);
  use(value, node);
  order_valid_ = false;
}

void Graph::add_control_edge(Node* before, Node* after) {
  std::vector<Node*>& edges = after->control_inputs_;
  if (std::find(edges.begin(), edges.end(), before) != edges.end()) return;
  edges.push_back(before);
  order_valid_ = false;
}

void Graph::erase(Node* node) {
  for (Value* input : node->inputs_) unuse(input, node);
  for (Value* output : node->outputs_) {
    if (output) forget(output);
  }
  for (const auto& other : nodes_) std::erase(other->control_inputs_, node);
  node_names_.erase(node->name_);
  std::erase_if(nodes_, [&](const auto& owned) { return owned.get() == node; });
  order_valid_ = false;
}

int Graph::erase_dead() {
  std::unordered_set<const Node*> live;
  std::vector<const Node*> open;
  auto mark = [&](const Node* node) {
    if (node && live.insert(node).second) open.push_back(node);
  };
  std::unordered_set<const Value*> kept(inputs_.begin(), inputs_.end());
  for (const Value* output : outputs_) {
    kept.insert(output);
    mark(output->producer_);
  }
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    for (const Node* before : node->control_inputs_) mark(before);
    for (const Value* output : node->outputs_) kept.insert(output);
    for (const Value* input : node->inputs_) {
      if (!input) continue;
      kept.insert(input);
      mark(input->producer_);
    }
  }
  int erased = 0;
  for (const auto& node : nodes_) {
    if (live.contains(node.get())) continue;
    for (Value* input : node->inputs_) unuse(input, node.get());
    node_names_.erase(node->name_);
    ++erased;
  }
  for (const auto& value : values_) {
    if (!kept.contains(value.get())) value_names_.erase(value->name_);
  }
  std::erase_if(nodes_, [&](const auto& node) { return !live.contains(node.get()); });
  std::erase_if(values_, [&](const auto& value) { return !kept.contains(value.get()); });
  order_valid_ = order_valid_ && erased == 0;
  return erased;
}

}  // namespace gearbox
