#pragma once

#include <span>
#include <vector>

#include "ir/fact.h"
#include "shape/facts/answer.h"
#include "shape/facts/lanes.h"

namespace gearbox::facts {

/// A few bindings of the symbols at which all facts hold, found by local search: one at which a relation is true shows that it is not
/// refuted, one at which it is false that it does not follow. They save the search for proofs that do not exist, and are shown to
/// the user; they never prove anything.
class Witnesses {
 public:
  static constexpr size_t kCount = 8;

  /// Bit i: binding i satisfies all facts.
  uint32_t alive() const { return alive_; }
  /// The sum under every binding; `defined` only where alive.
  Lanes<kCount> evaluate(const Sum& sum) const;
  int64_t value(const DimNode& symbol, size_t lane) const;

  /// Makes the bindings satisfy the last of the facts as well, where the search finds a way.
  void learn(std::span<const Fact> facts);

 private:
  friend class WitnessSearch;
  uint32_t alive_ = (1u << kCount) - 1;
  int failures_ = 0;
  std::vector<std::array<int64_t, kCount>> values_;      ///< by symbol
  std::vector<std::vector<FactId>> facts_of_;            ///< by symbol
  std::vector<std::vector<const DimNode*>> symbols_of_;  ///< by fact
};

}  // namespace gearbox::facts
