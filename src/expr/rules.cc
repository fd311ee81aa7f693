#include "expr/rules.h"

#include <algorithm>

namespace gearbox {

namespace rules_detail {

/// Rewrites of one function before it is left as it is.
constexpr int kMaxSteps = 100;

Sum overflowing() { return Sum(Dim::overflow()); }

/// add + times * value.
Sum combine(Dim add, Dim times, Dim value) {
  Sum sum(add);
  sum.add_product(times, value, 1);
  return sum;
}

Dim atom(NodeKind kind, std::vector<Dim> operands) {
  const auto with_scope = std::ranges::find_if(operands, [](Dim dim) { return !dim.is_constant(); });
  if (with_scope == operands.end()) return Dim::overflow();
  DimScope& scope = *with_scope->node()->scope;
  NodeContent content;
  content.kind = kind;
  content.operands = std::move(operands);
  return DimNode::intern(scope, std::move(content));
}

bool overflows(const Division& division) {
  return division.x.is_overflow() || division.y.is_overflow() || division.times.is_overflow() || division.add.is_overflow();
}

}  // namespace rules_detail

bool Division::finish(Dim value) {
  add = rules_detail::combine(add, times, value).as_written();
  return done = true;
}

Sum apply_rules(Division division) {
  using namespace rules_detail;
  if (overflows(division) || division.y.is_constant(0)) return overflowing();
  const auto rules = division.kind == NodeKind::kFloorDiv ? floordiv_rules() : mod_rules();
  const auto step = [rules, &division] {
    for (const DivisionRule& rule : rules) {
      Division changed = division;
      if (!rule.apply(changed) || overflows(changed)) continue;
      division = changed;
      return true;
    }
    return false;
  };
  for (int steps = 0; steps < kMaxSteps && !division.done && step(); ++steps) {
  }
  if (division.done) return Sum(division.add);
  return combine(division.add, division.times, atom(division.kind, {division.x, division.y}));
}

Sum apply_rules(Selection selection) {
  using namespace rules_detail;
  if (std::ranges::any_of(selection.operands, &Dim::is_overflow)) return overflowing();
  const auto rules = selection.kind == NodeKind::kMin ? min_rules() : selection.kind == NodeKind::kMax ? max_rules() : broadcast_rules();
  const auto step = [rules, &selection] {
    std::ranges::sort(selection.operands, [](Dim a, Dim b) { return compare_dims(a, b) < 0; });
    return std::ranges::any_of(rules, [&selection](const SelectionRule& rule) { return rule.apply(selection); });
  };
  for (int steps = 0; steps < kMaxSteps && step(); ++steps) {
  }
  const bool single = selection.operands.size() == 1;
  return combine(selection.add, selection.times, single ? selection.operands[0] : atom(selection.kind, selection.operands));
}

Dim select(NodeKind kind, std::vector<Dim> operands) { return apply_rules(Selection{kind, std::move(operands)}).finish(); }

Dim floordiv(Dim a, Dim b) { return apply_rules(Division{NodeKind::kFloorDiv, a, b}).finish(); }

Dim ceildiv(Dim a, Dim b) {
  if (bounds(b).lower >= 0) return floordiv(a + b - 1, b);
  if (bounds(b).upper <= 0) return floordiv(a + b + 1, b);
  return -floordiv(-a, b);
}

Dim mod(Dim a, Dim b) { return apply_rules(Division{NodeKind::kMod, a, b}).finish(); }
Dim min(Dim a, Dim b) { return select(NodeKind::kMin, {a, b}); }
Dim max(Dim a, Dim b) { return select(NodeKind::kMax, {a, b}); }
Dim broadcast(Dim a, Dim b) { return select(NodeKind::kBroadcast, {a, b}); }

}  // namespace gearbox
