#include <unordered_map>

#include "ir/graph.h"

namespace gearbox {

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>(name_, scope_);
  std::unordered_map<const Value*, Value*> values = {{nullptr, nullptr}};
  std::unordered_map<const Node*, Node*> nodes;
  for (const auto& value : values_) {
    copy->values_.push_back(std::make_unique<Value>(*value));
    Value* twin = copy->values_.back().get();
    values.emplace(value.get(), twin);
    copy->value_names_.emplace(twin->name_, twin);
  }
  for (const auto& node : nodes_) {
    auto twin = std::make_unique<Node>();
    nodes.emplace(node.get(), twin.get());
    copy->nodes_.push_back(std::move(twin));
  }
  for (const auto& node : nodes_) {
    Node* twin = nodes.at(node.get());
    twin->id_ = node->id_;
    twin->op_ = node->op_;
    twin->domain_ = node->domain_;
    twin->name_ = node->name_;
    twin->version_ = node->version_;
    twin->definition_ = node->definition_;
    twin->attributes_ = node->attributes_;
    for (Value* value : node->inputs_) twin->inputs_.push_back(values.at(value));
    for (Value* value : node->outputs_) twin->outputs_.push_back(values.at(value));
    for (Node* before : node->control_inputs_) twin->control_inputs_.push_back(nodes.at(before));
    for (const auto& [key, body] : node->bodies_) twin->bodies_.emplace_back(key, body->clone());
  }
  for (const auto& value : copy->values_) {
    if (value->producer_) value->producer_ = nodes.at(value->producer_);
    for (Node*& user : value->users_) user = nodes.at(user);
  }
  for (Value* value : inputs_) copy->inputs_.push_back(values.at(value));
  for (Value* value : outputs_) copy->outputs_.push_back(values.at(value));
  copy->output_names_ = output_names_;
  copy->node_names_ = node_names_;
  copy->next_suffix_ = next_suffix_;
  copy->facts_ = facts_;
  copy->checks_ = checks_;
  copy->claims_ = claims_;
  copy->notes_ = notes_;
  copy->next_value_ = next_value_;
  copy->next_node_ = next_node_;
  return copy;
}

}  // namespace gearbox
