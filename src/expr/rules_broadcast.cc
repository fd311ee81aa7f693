#include <algorithm>

#include "expr/rules.h"

namespace gearbox {

namespace broadcast_rules_detail {

bool flatten(Selection& selection) {
  std::vector<Dim>& operands = selection.operands;
  for (size_t i = 0; i < operands.size(); ++i) {
    const DimNode* inner = operands[i].node();
    if (inner == nullptr || inner->kind != NodeKind::kBroadcast) continue;
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    operands.insert(operands.end(), inner->operands.begin(), inner->operands.end());
    return true;
  }
  return false;
}

bool drop_repeats(Selection& selection) {
  const auto repeats = std::ranges::unique(selection.operands);
  const bool changed = !repeats.empty();
  selection.operands.erase(repeats.begin(), repeats.end());
  return changed;
}

/// Drops the first operand that satisfies the predicate, if another is left.
template <class Predicate>
bool drop_one(Selection& selection, Predicate&& predicate) {
  std::vector<Dim>& operands = selection.operands;
  const auto found = std::ranges::find_if(operands, predicate);
  if (operands.size() < 2 || found == operands.end()) return false;
  operands.erase(found);
  return true;
}

bool drop_ones(Selection& selection) {
  return drop_one(selection, [](Dim operand) {
    const Interval range = bounds(operand);
    return range.lower == 1 && range.upper == 1;
  });
}

/// Where both are compatible, they are equal or one is 1: the result is x either way.
bool drop_own_minimum(Selection& selection) {
  const std::vector<Dim>& operands = selection.operands;
  return drop_one(selection, [&operands](Dim operand) {
    const DimNode* node = operand.node();
    if (node == nullptr || node->kind != NodeKind::kMin) return false;
    bool found = false;
    for (const Dim& inner : node->operands) {
      const bool other = !(inner == operand) && std::ranges::find(operands, inner) != operands.end();
      if (!other && bounds(inner).lower < 1) return false;
      found = found || other;
    }
    return found;
  });
}

bool fit_constant(Selection& selection) {
  const Dim last = selection.operands.back();
  if (!last.is_constant()) return false;
  const int64_t c = last.value();
  return drop_one(selection, [c](Dim operand) {
    const Interval range = bounds(operand);
    if (operand.is_constant()) return false;
    return (range.lower == c || range.lower == 1) && (range.upper == c || range.upper == 1) && range.upper - range.lower <= 1;
  });
}

bool refuse_unequal_constants(Selection& selection) {
  const std::vector<Dim>& operands = selection.operands;
  const size_t count = operands.size();
  if (count < 2 || !operands[count - 2].is_constant()) return false;
  selection.operands = {Dim::overflow()};
  return true;
}

constexpr SelectionRule kRules[] = {
    {"broadcast(broadcast(x, y), z) = broadcast(x, y, z)", flatten},
    {"broadcast(x, x) = x", drop_repeats},
    {"broadcast(x, 1) = x", drop_ones},
    {"broadcast(x, min(x, y)) = x given y >= 1", drop_own_minimum},
    {"broadcast(x, c) = c given x is 1 or c", fit_constant},
    {"broadcast(c, d) = overflow(), for constants", refuse_unequal_constants},
};

}  // namespace broadcast_rules_detail

std::span<const SelectionRule> broadcast_rules() { return broadcast_rules_detail::kRules; }

}  // namespace gearbox
