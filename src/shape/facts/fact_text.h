#pragma once

#include <map>
#include <span>
#include <string>

#include "expr/whole_extents.h"
#include "ir/fact.h"

namespace gearbox::facts {

/// Writes facts in the extents users know. A symbol of `extents` is the quotient of such an extent, and no text mentions it.
class FactText {
 public:
  FactText(std::span<const Fact> facts, const std::map<SymbolId, WholeExtent>& extents) : facts_(facts), extents_(extents) {}

  std::string relation(const Relation& relation) const;
  /// "8 <= L  (--assert 'L >= 8')"
  std::string line(const Fact& fact) const;
  /// "1 <= N <= 16  (range of the symbol)", with the origin of a fact that bounds the symbol alone where there is one.
  std::string range_line(const DimScope& scope, SymbolId symbol) const;

 private:
  std::span<const Fact> facts_;
  const std::map<SymbolId, WholeExtent>& extents_;
};

}  // namespace gearbox::facts
