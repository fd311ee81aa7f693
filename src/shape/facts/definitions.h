#pragma once

#include "shape/facts/knowledge.h"
#include "shape/facts/system.h"

namespace gearbox::facts {

/// Appends what the column's own definition says of it as rows: floordiv(x, c) = q gives c*q <= x <= c*q + c - 1, min(a, b) is at most
/// a and at most b, and so on; for a product, what the
/// ranges of each factor and of the rest say of it (McCormick's inequalities). A divisor counts as not
/// zero, since the expression has a value.
void append_definition(System& system, int column, const Knowledge& knowledge);

/// The bit of Origin::ranges for an end of the column's range.
inline uint64_t range_bit(int column, bool upper) { return column < 0 ? 0 : uint64_t{1} << (2 * column + (upper ? 1 : 0)); }

}  // namespace gearbox::facts
