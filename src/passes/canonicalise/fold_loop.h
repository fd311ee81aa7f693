#pragma once

#include <vector>

#include "base/literal.h"
#include "base/status.h"
#include "ir/graph.h"

namespace gearbox {

/// The outputs of a FusedLoop node whose inputs are constants and whose outputs' extents are numbers, by the loop's description.
Result<std::vector<Literal>> evaluate_loop(const Node& node);

}  // namespace gearbox
