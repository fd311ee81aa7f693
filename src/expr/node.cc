#include "expr/node.h"

#include <algorithm>

#include "expr/bounds.h"
#include "expr/scope_state.h"

namespace gearbox {

namespace node_detail {

template <class T>
int three_way(T a, T b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

int32_t depth_of(Dim dim) { return dim.node() ? dim.node()->depth : 0; }

int32_t content_depth(const NodeContent& content) {
  int32_t depth = content.operands.empty() ? 0 : 1;
  for (Dim operand : content.operands) depth = std::max(depth, depth_of(operand) + 1);
  for (const Factor& factor : content.factors) depth = std::max(depth, factor.atom->depth);
  for (const Term& term : content.terms) depth = std::max(depth, term.monomial->depth);
  return depth;
}

}  // namespace node_detail

DimNode::DimNode(DimScope& owner, NodeContent&& content)
    : NodeContent(std::move(content)), scope(&owner), depth(node_detail::content_depth(*this)) {
  if (kind == NodeKind::kMonomial) {
    degree = 0;
    for (const Factor& factor : factors) degree += factor.power;
  }
  if (kind == NodeKind::kSymbol) {
    lower_ = 0;
    return;
  }
  congruence = compute_congruence(*this);
  bounds();
}

Interval DimNode::bounds() const {
  if (scope == nullptr) return {INT64_MIN, INT64_MAX};
  if (kind != NodeKind::kSymbol) {
    const uint64_t epoch = scope->state_->epoch.load(std::memory_order_acquire);
    if (epoch_.load(std::memory_order_acquire) != epoch) {
      const Interval range = compute_bounds(*this);
      lower_.store(range.lower, std::memory_order_relaxed);
      upper_.store(range.upper, std::memory_order_relaxed);
      epoch_.store(epoch, std::memory_order_release);
    }
  }
  return {lower_.load(std::memory_order_relaxed), upper_.load(std::memory_order_relaxed)};
}

void DimNode::set_range(Interval range) const {
  lower_.store(range.lower, std::memory_order_relaxed);
  upper_.store(range.upper, std::memory_order_relaxed);
}

int compare_atoms(const DimNode* a, const DimNode* b) {
  using node_detail::three_way;
  if (a == b) return 0;
  if (a->kind != b->kind) return three_way(a->kind, b->kind);
  if (a->kind == NodeKind::kSymbol) return three_way(a->symbol, b->symbol);
  const size_t common = std::min(a->operands.size(), b->operands.size());
  for (size_t i = 0; i < common; ++i) {
    if (const int order = compare_dims(a->operands[i], b->operands[i])) return order;
  }
  return three_way(a->operands.size(), b->operands.size());
}

int compare_monomials(const DimNode* a, const DimNode* b) {
  using node_detail::three_way;
  if (a == b) return 0;
  if (a->degree != b->degree) return three_way(b->degree, a->degree);
  const FactorView left(a), right(b);
  const size_t common = std::min(left.factors().size(), right.factors().size());
  for (size_t i = 0; i < common; ++i) {
    if (const int order = compare_atoms(left.factors()[i].atom, right.factors()[i].atom)) return order;
    if (const int order = three_way(right.factors()[i].power, left.factors()[i].power)) return order;
  }
  return three_way(left.factors().size(), right.factors().size());
}

int compare_dims(Dim a, Dim b) {
  using node_detail::three_way;
  if (a == b) return 0;
  if (a.is_constant() || b.is_constant()) {
    if (!a.is_constant()) return -1;
    if (!b.is_constant()) return 1;
    return three_way(a.value(), b.value());
  }
  const SumView left(a), right(b);
  const size_t common = std::min(left.terms().size(), right.terms().size());
  for (size_t i = 0; i < common; ++i) {
    if (const int order = compare_monomials(left.terms()[i].monomial, right.terms()[i].monomial)) return order;
    if (const int order = three_way(left.terms()[i].coefficient, right.terms()[i].coefficient)) return order;
  }
  if (const int order = three_way(left.terms().size(), right.terms().size())) return order;
  return three_way(left.constant(), right.constant());
}

SumView::SumView(Dim dim) {
  if (dim.is_constant()) {
    constant_ = dim.value();
  } else if (dim.node()->kind == NodeKind::kSum) {
    constant_ = dim.node()->constant;
    terms_ = dim.node()->terms;
  } else {
    single_.monomial = dim.node();
    terms_ = {&single_, 1};
  }
}

DimScope* scope_of(Dim a, Dim b) {
  if (a.node() && a.node()->scope) return a.node()->scope;
  if (b.node() && b.node()->scope) return b.node()->scope;
  return nullptr;
}

}  // namespace gearbox
