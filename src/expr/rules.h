#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "expr/node.h"
#include "expr/sum.h"

/// The algebra, one table per function. A rule may turn a value that is undefined (zero divisor, incompatible broadcast) into a
/// defined one, never a defined value into another or into an undefined one; values between may be assumed to fit int64. Facts
/// used are only symbol ranges and what follows from them. Each rule's statement heads its section in rules_<function>.test.
namespace gearbox {

/// add + times * f(x, y), f being floordiv or mod: what the rules for those work on.
struct Division {
  NodeKind kind;
  Dim x;
  Dim y;
  Dim times = 1;
  Dim add = 0;
  bool done = false;  ///< the value is `add` alone

  /// Replaces f(x, y) by its value. Always true.
  bool finish(Dim value);
};

/// A rule for floordiv or mod: true where it changed the division.
struct DivisionRule {
  std::string_view statement;
  bool (*apply)(Division& division);
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

/// The function with its table applied until no rule changes anything (or a budget of steps is spent). The result is a sum to which
/// the rules for sums were not applied yet: those call this one on parts that are nested less deep, hence rewriting ends.
Sum apply_rules(Division division);
Sum apply_rules(Selection selection);
void apply_sum_rules(Sum& sum);

/// min, max or broadcast of any number (at least one) of operands at once.
Dim select(NodeKind kind, std::vector<Dim> operands);

/// base multiplied `exponent` >= 0 times.
Dim power(Dim base, int32_t exponent);

}  // namespace gearbox
