#pragma once

#include <optional>

#include "shape/facts/knowledge.h"

namespace gearbox::facts {

struct Difference {
  int64_t bound;
  Premises premises;
};

/// The least c for which a chain of rows x - y <= c over two columns each shows that `from` - `to` <= c: a shortest path (Bellman, Ford),
/// searched from `from` within a budget of steps. nullopt where none was found.
std::optional<Difference> difference_bound(const Knowledge& knowledge, const DimNode* from, const DimNode* to);

}  // namespace gearbox::facts
