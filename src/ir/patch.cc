#include <algorithm>

#include "ir/graph.h"

namespace gearbox {

Value* Patch::constant(std::string name, Literal literal) {
  auto value = std::make_unique<Value>();
  value->name_ = std::move(name);
  value->type_ = type_of(literal);
  value->constant_ = std::move(literal);
  values_.push_back(std::move(value));
  return values_.back().get();
}

Value* Patch::add(NodeSpec spec, int outputs) {
  auto node = std::make_unique<Node>();
  node->name_ = spec.name.empty() ? spec.op : std::move(spec.name);
  node->op_ = std::move(spec.op);
  node->domain_ = std::move(spec.domain);
  node->version_ = spec.version;
  node->inputs_ = std::move(spec.inputs);
  node->attributes_ = std::move(spec.attributes);
  node->bodies_ = std::move(spec.bodies);
  for (int i = 0; i < outputs; ++i) {
    auto value = std::make_unique<Value>();
    value->name_ = node->name_;
    value->producer_ = node.get();
    value->output_index_ = i;
    node->outputs_.push_back(value.get());
    values_.push_back(std::move(value));
  }
  nodes_.push_back(std::move(node));
  return nodes_.back()->output(0);
}

Value* Patch::output_of(Value* first, int index) { return first->producer()->output(index); }

Patch& Patch::replace(Value* old_value, Value* new_value) {
  replacements_.emplace_back(old_value, new_value);
  return *this;
}

Patch& Patch::set_input(Node* node, int index, Value* value) {
  edits_.push_back({node, index, value});
  return *this;
}

Patch& Patch::note(std::string text) {
  note_ = std::move(text);
  return *this;
}

void Graph::apply(Patch&& patch) {
  size_t position = nodes_.size();
  if (!patch.replacements_.empty() && patch.replacements_.front().first->producer_) {
    const Node* replaced = patch.replacements_.front().first->producer_;
    auto it = std::find_if(nodes_.begin(), nodes_.end(), [&](const auto& node) { return node.get() == replaced; });
    position = static_cast<size_t>(it - nodes_.begin());
  }
  // Old uses are redirected before the patch's own nodes count as users: those keep what they were given.
  for (auto& [old_value, new_value] : patch.replacements_) replace_uses(old_value, new_value);
  for (auto& value : patch.values_) adopt(std::move(value));
  for (auto& node : patch.nodes_) adopt(std::move(node), position++);
  for (const Patch::Edit& edit : patch.edits_) set_input(edit.node, edit.index, edit.value);
}

}  // namespace gearbox
