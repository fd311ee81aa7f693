#pragma once

#include "expr/node.h"
#include "expr/sum.h"

namespace gearbox {

/// Bounds of a node from those of its parts.
Interval compute_bounds(const DimNode& node);
Congruence compute_congruence(const DimNode& node);
Congruence congruence(Dim dim);

/// A value the sum provably never falls below where it is defined. Beyond interval arithmetic it looks inside min, max, floordiv and
/// mod, so that N - floordiv(N, 2) and max(N, 1) - N are seen to be >= 0. Effort is bounded.
int64_t lower_bound(const Sum& sum);
/// a <= b wherever both are defined, by proof; false means unknown.
bool proven_le(Dim a, Dim b);

}  // namespace gearbox
