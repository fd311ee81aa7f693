#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "expr/sum.h"
#include "shape/facts/premises.h"

namespace gearbox::facts {

/// Symbols that equal an expression without them, by facts. In solved form: no rule's value mentions a symbol that has a rule.
class Substitution {
 public:
  struct Rule {
    SymbolId symbol;
    Dim value;
    Premises premises;
  };

  bool empty() const { return rules_.empty(); }
  const std::vector<Rule>& rules() const { return rules_; }
  const Rule* rule(SymbolId symbol) const;

  /// The expression as a sum with the rules applied; adds what they rest on to `used`.
  Sum apply(Dim dim, Premises& used) const;
  Sum apply(const Sum& sum, Premises& used) const;
  Dim apply_within(Dim dim, Premises& used) const;

  /// Adds symbol = value, which must not mention the symbol nor any that has a rule.
  void add(SymbolId symbol, Dim value, Premises premises);

 private:
  bool touches(const DimNode* monomial) const;
  void apply_terms(std::span<const Term> terms, Sum& result, Premises& used) const;

  std::vector<Rule> rules_;
  std::vector<int32_t> rule_of_;  ///< by symbol; -1 for none
};

/// The symbol to replace where the sum is 0: it has coefficient 1 or -1 and is in no other term; of several the one made last.
/// Null where there is none.
const DimNode* solvable_symbol(const Sum& sum);
/// What the symbol equals where the sum is 0.
Dim solve_for(const Sum& sum, const DimNode* symbol);

}  // namespace gearbox::facts
