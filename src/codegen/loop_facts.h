#pragma once

#include <limits>
#include <vector>

#include "ir/loop.h"

namespace gearbox {

/// Where a value lies, unless it is NaN. Ends may be a few units in the last place too far in.
struct LoopBounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool within(double least, double most) const { return low >= least && high <= most; }
};

/// The bounds of every value that follow from the operations alone, whatever the inputs are. Interval arithmetic; f32 only, other types
/// are unbounded.
std::vector<LoopBounds> loop_bounds(const LoopBody& body);

/// Whether value `into` is NaN wherever value `from` is, `from` one of the f32 values it is computed from or itself.
bool keeps_nan(const LoopBody& body, int32_t from, int32_t into);

}  // namespace gearbox
