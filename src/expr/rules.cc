#include "expr/rules.h"

#include <algorithm>

namespace gearbox {

Dim apply_rules(std::span<const DivisionRule> rules, NodeKind kind, Dim x, Dim y) {
  if (x.is_overflow() || y.is_overflow() || y.is_constant(0)) return Dim::overflow();
  for (const DivisionRule& rule : rules) {
    if (const auto simpler = rule.apply(x, y); simpler && !simpler->is_overflow()) return *simpler;
  }
  DimScope* scope = scope_of(x, y);
  if (scope == nullptr) return Dim::overflow();
  NodeContent content;
  content.kind = kind;
  content.operands = {x, y};
  return DimNode::intern(*scope, std::move(content));
}

Dim apply_rules(std::span<const SelectionRule> rules, NodeKind kind, std::vector<Dim> operands) {
  if (std::ranges::any_of(operands, &Dim::is_overflow)) return Dim::overflow();
  Selection selection{kind, std::move(operands)};
  for (size_t i = 0; i < rules.size();) {
    std::ranges::sort(selection.operands, [](Dim a, Dim b) { return compare_dims(a, b) < 0; });
    i = rules[i].apply(selection) ? 0 : i + 1;
  }
  const std::vector<Dim>& rest = selection.operands;
  if (rest.size() == 1) return selection.add + selection.times * rest[0];
  const auto with_scope = std::ranges::find_if(rest, [](Dim dim) { return !dim.is_constant(); });
  if (with_scope == rest.end()) return Dim::overflow();
  NodeContent content;
  content.kind = kind;
  content.operands = rest;
  return selection.add + selection.times * DimNode::intern(*scope_of(*with_scope), std::move(content));
}

Dim select(NodeKind kind, std::vector<Dim> operands) {
  const auto rules = kind == NodeKind::kMin ? min_rules() : kind == NodeKind::kMax ? max_rules() : broadcast_rules();
  return apply_rules(rules, kind, std::move(operands));
}

Dim floordiv(Dim a, Dim b) { return apply_rules(floordiv_rules(), NodeKind::kFloorDiv, a, b); }

Dim ceildiv(Dim a, Dim b) {
  if (bounds(b).lower >= 0) return floordiv(a + b - 1, b);
  if (bounds(b).upper <= 0) return floordiv(a + b + 1, b);
  return -floordiv(-a, b);
}

Dim mod(Dim a, Dim b) { return apply_rules(mod_rules(), NodeKind::kMod, a, b); }
Dim min(Dim a, Dim b) { return select(NodeKind::kMin, {a, b}); }
Dim max(Dim a, Dim b) { return select(NodeKind::kMax, {a, b}); }
Dim broadcast(Dim a, Dim b) { return select(NodeKind::kBroadcast, {a, b}); }

}  // namespace gearbox
