#include <algorithm>

#include "expr/scope_state.h"

namespace gearbox {

namespace scope_detail {

void mix(size_t& seed, size_t value) {
  seed = (seed ^ value) * 0x9E3779B97F4A7C15u;
  seed ^= seed >> 29;
}

template <class Visit>
void for_each_child(const NodeContent& content, Visit&& visit) {
  for (Dim operand : content.operands) {
    if (operand.node()) visit(operand.node());
  }
  for (const Factor& factor : content.factors) visit(factor.atom);
  for (const Term& term : content.terms) visit(term.monomial);
}

}  // namespace scope_detail

size_t ContentHash::operator()(const NodeContent& content) const {
  using scope_detail::mix;
  size_t seed = static_cast<size_t>(content.kind) + 1;
  mix(seed, static_cast<size_t>(content.symbol));
  mix(seed, static_cast<size_t>(content.constant));
  for (Dim operand : content.operands) mix(seed, std::hash<Dim>()(operand));
  for (const Factor& factor : content.factors) {
    mix(seed, reinterpret_cast<size_t>(factor.atom));
    mix(seed, static_cast<size_t>(factor.power));
  }
  for (const Term& term : content.terms) {
    mix(seed, reinterpret_cast<size_t>(term.monomial));
    mix(seed, static_cast<size_t>(term.coefficient));
  }
  return seed;
}

Dim DimNode::intern(DimScope& scope, NodeContent&& content) {
  DimScope::State& state = *scope.state_;
  {
    const std::lock_guard lock(state.mutex);
    if (const auto found = state.nodes.find(content); found != state.nodes.end()) return (*found)->dim();
  }
  // The bounds of a new node are computed outside the lock: they may intern monomials of their own.
  auto node = std::make_unique<DimNode>(scope, std::move(content));
  if (node->depth > kMaxDepth) return Dim::overflow();
  const std::lock_guard lock(state.mutex);
  const auto [place, inserted] = state.nodes.insert(std::move(node));
  if (inserted) {
    scope_detail::for_each_child(**place, [](const DimNode* child) {
      if (child->kind == NodeKind::kSymbol) child->mark_used();
    });
  }
  return (*place)->dim();
}

DimScope::DimScope() : state_(std::make_unique<State>()) {}
DimScope::~DimScope() = default;

const DimNode* DimScope::State::add_symbol(DimScope& scope, std::string_view name) {
  const SymbolId id = static_cast<SymbolId>(symbols.size());
  NodeContent content;
  content.kind = NodeKind::kSymbol;
  content.symbol = id;
  const auto place = nodes.insert(std::make_unique<DimNode>(scope, std::move(content))).first;
  symbols.push_back({std::string(name), place->get()});
  names.emplace(name, id);
  return place->get();
}

Dim DimScope::symbol(std::string_view name) {
  const std::lock_guard lock(state_->mutex);
  if (const auto found = state_->names.find(name); found != state_->names.end()) return state_->symbols[found->second].node->dim();
  return state_->add_symbol(*this, name)->dim();
}

Dim DimScope::fresh(std::string_view stem) {
  const std::lock_guard lock(state_->mutex);
  std::string name(stem);
  for (int64_t& number = state_->next_number[std::string(stem)]; state_->names.contains(name);) {
    name = std::string(stem) + std::to_string(++number);
  }
  return state_->add_symbol(*this, name)->dim();
}

Dim DimScope::from_id(SymbolId id) const {
  const std::lock_guard lock(state_->mutex);
  return state_->symbols[id].node->dim();
}

int DimScope::size() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<int>(state_->symbols.size());
}

Symbol DimScope::info(SymbolId id) const {
  const std::lock_guard lock(state_->mutex);
  const SymbolRecord& record = state_->symbols[id];
  const Interval range = record.node->bounds();
  return {record.name, range.lower, range.upper};
}

void DimScope::narrow(SymbolId id, int64_t lower, int64_t upper) {
  const std::lock_guard lock(state_->mutex);
  const DimNode& node = *state_->symbols[id].node;
  const Interval old = node.bounds();
  const Interval range = {std::max(lower, old.lower), std::min(upper, old.upper)};
  if (range.lower > range.upper || (range.lower == old.lower && range.upper == old.upper)) return;
  node.set_range(range);
  if (node.used()) state_->epoch.fetch_add(1, std::memory_order_acq_rel);
}

}  // namespace gearbox
