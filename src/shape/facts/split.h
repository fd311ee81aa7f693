#pragma once

#include "shape/facts/system.h"

namespace gearbox::facts {

/// The number of cases in which a min, max or broadcast is one of its operands; 0 for other columns and where there are too many.
int split_cases(const System& system, int column);
/// Appends what holds in case `index`: which operand it equals, and why.
void append_case(System& system, int column, int index);

}  // namespace gearbox::facts
