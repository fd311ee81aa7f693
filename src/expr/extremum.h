#pragma once

#include "expr/rules.h"

/// The rules min and max share, named for min; for max read every inequality the other way round.
namespace gearbox::extremum {

bool flatten(Selection& selection);          ///< min(c*min(x, y) + d, z) = min(c*x + d, c*y + d, z)
bool drop_repeats(Selection& selection);     ///< min(x, x) = x
bool drop_dominated(Selection& selection);   ///< min(x, y) = x given x <= y
bool take_out_sum(Selection& selection);     ///< min(x + z, y + z) = min(x, y) + z
bool take_out_offset(Selection& selection);  ///< min(x + c, y + d) = min(x, y + d - c) + c given c <= d
bool take_out_scale(Selection& selection);   ///< min(c*x, c*y) = c*min(x, y)
bool take_out_factor(Selection& selection);  ///< min(z*x, z*y) = z*min(x, y) given z >= 0

}  // namespace gearbox::extremum
