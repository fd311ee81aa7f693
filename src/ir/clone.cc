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
  copy->late_bounds_ = late_bounds_;
  copy->claims_ = claims_;
  copy->notes_ = notes_;
  copy->next_value_ = next_value_;
  copy->next_node_ = next_node_;
  return copy;
}

namespace {

/// What inference does not make anew of a node's output.
TensorType bare(const TensorType& type) {
  TensorType out;
  out.format = type.format;
  return out;
}

TensorType dtype_of(const TensorType& type) {
  TensorType out;
  out.dtype = type.dtype;
  return out;
}

}  // namespace

std::unique_ptr<Graph> Graph::clone(std::shared_ptr<DimScope> scope, const std::function<Dim(SymbolId)>& replacement) const {
  std::unique_ptr<Graph> copy = clone();
  copy->adopt_scope(scope);
  const auto moved = [&](Dim dim) { return dim.substitute([&](SymbolId symbol) { return std::optional(replacement(symbol)); }); };
  for (size_t i = 0; i < inputs_.size(); ++i) {
    TensorType& type = copy->inputs_[i]->type();
    type = inputs_[i]->type();
    const auto move_all = [&](std::vector<Dim>& dims) {
      for (Dim& dim : dims) dim = moved(dim);
    };
    if (type.shape) move_all(*type.shape);
    if (type.capacity) move_all(*type.capacity);
    move_all(type.strides);
    std::optional<std::vector<Dim>> contents = inputs_[i]->contents();
    if (contents) move_all(*contents);
    copy->inputs_[i]->set_contents(std::move(contents));
  }
  copy->facts_.clear();
  for (const Fact& fact : facts_)
    copy->facts_.push_back({fact.kind, {fact.relation.kind, moved(fact.relation.a), moved(fact.relation.b)}, fact.origin});
  copy->checks_.clear();
  for (const ShapeCheck& check : checks_) copy->checks_.push_back({check.kind, moved(check.a), moved(check.b), check.node, check.message});
  return copy;
}

/// Hands the graph and its bodies to another scope, without what is written in the symbols of the old one. Bodies with symbols of their own
/// keep these.
void Graph::adopt_scope(const std::shared_ptr<DimScope>& scope) {
  for (const auto& node : nodes_) {
    for (const auto& [key, body] : node->bodies_) {
      if (body->scope_ == scope_) body->adopt_scope(scope);
    }
  }
  scope_ = scope;
  facts_.clear();
  checks_.clear();
  late_bounds_.clear();
  for (const auto& value : values_) {
    value->contents_.reset();
    if (value->is_constant()) continue;
    value->type_ = value->producer_ ? bare(value->type_) : dtype_of(value->type_);
  }
}

}  // namespace gearbox
