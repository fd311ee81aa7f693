#pragma once

#include "shape/facts/witnesses.h"

namespace gearbox::facts {

/// Local search over one binding: while a fact is violated, moves one of its symbols to where the fact holds and the fewest others
/// break (min-conflicts). Bounded; the same facts give the same bindings.
class WitnessSearch {
 public:
  WitnessSearch(Witnesses& witnesses, std::span<const Fact> facts, size_t lane);

  /// Makes the fact hold, and all facts where the binding does not satisfy the others yet. False where no way was found.
  bool satisfy(FactId fact, bool all);

 private:
  using Value = std::optional<int64_t>;
  /// How far the relation is from failing: b - a, with `symbol` moved to `value`.
  Value margin(const Relation& relation, const DimNode* symbol, int64_t value) const;
  bool holds(FactId fact, const DimNode* symbol, int64_t value) const;
  int broken(const DimNode* symbol, int64_t value) const;
  void candidates(FactId fact, const DimNode* symbol);
  bool move(FactId fact);
  int64_t& at(const DimNode* symbol) { return witnesses_.values_[static_cast<size_t>(symbol->symbol)][lane_]; }
  uint64_t random(uint64_t below);

  Witnesses& witnesses_;
  std::span<const Fact> facts_;
  size_t lane_;
  uint64_t state_;
  std::vector<int64_t> candidates_;
  std::vector<FactId> queue_;
};

}  // namespace gearbox::facts
