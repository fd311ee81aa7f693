#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

/// Applies the equalities of the knowledge: symbols with a rule are replaced, and in every sum and operand multiples of the leading term
/// of a remaining equality give way to its other terms (polynomial division with the equalities as divisors). Forms that meet are
/// equal; equal expressions need not meet.
class Canonical {
 public:
  using Proven = std::function<bool(const Relation&)>;

  /// With `proven`, operands of min, max and broadcast that it shows to be superfluous are left out too.
  explicit Canonical(const Knowledge& knowledge, Proven proven = {}) : knowledge_(knowledge), proven_(std::move(proven)) {}

  Dim apply(Dim dim);
  Sum reduce(Sum sum);
  /// What the forms so far rest on.
  const Premises& premises() const { return premises_; }

 private:
  Dim rebuild(const DimNode& node);
  bool reduce_once(Sum& sum);
  /// Whether the expression has a value wherever its broadcasts have one, so that leaving it out loses no condition: broadcasts are
  /// checked on their own.
  bool is_total(Dim dim);
  void drop_superfluous(NodeKind kind, std::vector<Dim>& operands);
  bool gives_way(NodeKind kind, Dim dim, Dim to) const;

  const Knowledge& knowledge_;
  const Proven proven_;
  Premises premises_;
  std::unordered_map<const DimNode*, Dim> known_;
  std::unordered_map<const DimNode*, bool> total_;  ///< expressions share parts: each is looked at once
};

/// Of the terms of an equality the one the others stand for: of highest degree, of these the most nested, of these the last in order.
/// Null for a constant.
const Term* leading_term(const Sum& sum);

}  // namespace gearbox::facts
