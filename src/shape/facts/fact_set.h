#pragma once

#include <algorithm>
#include <vector>

#include "shape/facts/answer.h"

namespace gearbox::facts {

/// Fact ids, ascending.
using FactSet = std::vector<FactId>;

inline void merge(FactSet& set, const FactSet& more) {
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

inline FactSet merged(FactSet set, const FactSet& more) {
  merge(set, more);
  return set;
}

}  // namespace gearbox::facts
