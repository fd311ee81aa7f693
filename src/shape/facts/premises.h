#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "expr/dim.h"
#include "shape/facts/answer.h"

namespace gearbox::facts {

/// What a conclusion rests on, ascending: a fact's id, or for the range of a symbol in the DimScope -1 - symbol.
using Premises = std::vector<int32_t>;

inline int32_t range_premise(SymbolId symbol) { return -1 - symbol; }

inline void merge(Premises& set, const Premises& more) {
  if (more.empty()) return;
  Premises both;
  both.reserve(set.size() + more.size());
  std::ranges::set_union(set, more, std::back_inserter(both));
  set = std::move(both);
}

inline Premises merged(Premises set, const Premises& more) {
  merge(set, more);
  return set;
}

/// The ranges of the node's symbols; that extents are >= 0 needs no premise.
Premises range_premises(const DimNode* node);

}  // namespace gearbox::facts
