#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "expr/node.h"
#include "expr/sum.h"

/// The algebra, one table per function. A rule may turn a value that is undefined (zero divisor, incompatible broadcast) into a
/// defined one, never a defined value into another or into an undefined one; values between may be assumed to fit int64. Facts
/// used are only symbol ranges and what follows from them. Each rule's statement heads its section in rules_<function>.test.
namespace gearbox {

/// A rule for floordiv or mod: the simpler equal of f(x, y), or nullopt where the rule does not apply.
struct DivisionRule {
  std::string_view statement;
  std::optional<Dim> (*apply)(Dim x, Dim y);
};

/// add + times * f(operands), f being min, max or broadcast: what the rules for those work on.
struct Selection {
  NodeKind kind;
  std::vector<Dim> operands;  ///< sorted
  Dim times = 1;
  Dim add = 0;
};

/// A rule for min, max or broadcast: true where it changed the selection.
struct SelectionRule {
  std::string_view statement;
  bool (*apply)(Selection& selection);
};

/// A rule for sums: true where it changed the sum.
struct SumRule {
  std::string_view statement;
  bool (*apply)(Sum& sum);
};

std::span<const DivisionRule> floordiv_rules();
std::span<const DivisionRule> mod_rules();
std::span<const SelectionRule> min_rules();
std::span<const SelectionRule> max_rules();
std::span<const SelectionRule> broadcast_rules();
std::span<const SumRule> sum_rules();

/// Applies a table until no rule changes anything.
Dim apply_rules(std::span<const DivisionRule> rules, NodeKind kind, Dim x, Dim y);
Dim apply_rules(std::span<const SelectionRule> rules, NodeKind kind, std::vector<Dim> operands);
void apply_sum_rules(Sum& sum);

/// min, max or broadcast of any number (at least one) of operands at once.
Dim select(NodeKind kind, std::vector<Dim> operands);

/// base multiplied `exponent` >= 0 times.
Dim power(Dim base, int32_t exponent);

}  // namespace gearbox
