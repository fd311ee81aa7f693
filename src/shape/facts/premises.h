#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "expr/dim.h"
#include "shape/facts/answer.h"

namespace gearbox::facts {

/// What a conclusion rests on, ascending: a fact's id, or for the range of a symbol in the DimScope -1 - symbol.
using Premises = std::vector<int32_t>;

inline int32_t range_premise(SymbolId symbol) { return -1 - symbol; }

inline void merge(Premises& set, const Premises& more) {
  if (more.empty()) return;
  if (set.empty()) {
    set = more;
    return;
  }
  const size_t middle = set.size();
  set.insert(set.end(), more.begin(), more.end());
  std::inplace_merge(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(middle), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

inline Premises merged(Premises set, const Premises& more) {
  merge(set, more);
  return set;
}

/// The ranges of the node's symbols; that extents are >= 0 needs no premise.
Premises range_premises(const DimNode* node);

}  // namespace gearbox::facts
