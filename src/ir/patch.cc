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

namespace {

/// The nodes that nothing reads any more: those that made the replaced values and what was there for them alone.
std::vector<Node*> superseded(const Graph& graph, std::span<const std::pair<Value*, Value*>> replacements) {
  std::vector<Node*> out;
  const auto in_out = [&](const Node* node) { return std::ranges::find(out, node) != out.end(); };
  const auto is_idle = [&](const Value* value) {
    return !value || (!graph.is_output(value) && std::ranges::all_of(value->users(), in_out));
  };
  const auto consider = [&](const Value* value) {
    Node* node = value ? value->producer() : nullptr;
    if (node && !in_out(node) && std::ranges::all_of(node->output_list(), is_idle)) out.push_back(node);
  };
  for (const auto& [old_value, new_value] : replacements) consider(old_value);
  for (size_t i = 0; i < out.size(); ++i) {
    for (const Value* input : out[i]->input_list()) consider(input);
  }
  return out;
}

}  // namespace

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
  std::vector<std::pair<Node*, std::string>> added;
  for (auto& node : patch.nodes_) {
    std::string wanted = node->name_;
    added.emplace_back(adopt(std::move(node), position++), std::move(wanted));
  }
  for (const Patch::Edit& edit : patch.edits_) set_input(edit.node, edit.index, edit.value);

  // What takes the place of a value or a node goes by its name: the model's names are in use as long as the model's tensors are.
  for (const auto& [old_value, new_value] : patch.replacements_) {
    const bool made_here = std::ranges::any_of(added, [made = new_value->producer_](const auto& node) { return node.first == made; });
    if (!made_here || !old_value->producer_) continue;
    std::swap(old_value->name_, new_value->name_);
    value_names_[old_value->name_] = old_value;
    value_names_[new_value->name_] = new_value;
  }
  const std::vector<Node*> gone = superseded(*this, patch.replacements_);
  for (const auto& [node, wanted] : added) {
    const auto before = std::ranges::find(gone, wanted, &Node::name_);
    if (before != gone.end()) std::swap(node->name_, (*before)->name_);
  }
}

}  // namespace gearbox
