#pragma once

#include "shape/facts/system.h"

namespace gearbox::facts {

/// Appends what the column's own definition says of it as rows: floordiv(x, c) = q gives c*q <= x <= c*q + c - 1, min(a, b) is at most
/// a and at most b, and so on; for a product of two, what their bounds say of it (McCormick's inequalities). A divisor counts as not
/// zero, since the expression has a value.
void append_definition(System& system, int column);

}  // namespace gearbox::facts
