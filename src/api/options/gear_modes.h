#pragma once

#include <string_view>

#include "api/options/gear_table.h"
#include "api/options/problems.h"

namespace gearbox::options {

/// "exact", "bounded".
std::string_view gear_mode_name(GearMode mode);

/// Reads "N=exact,L=bounded", or one word for all axes, into the table's axes. An axis is named by its symbol (any of
/// them), or by its place, "x[0]". Problems: a
/// symbol that no gear sets or that is given twice, an unknown word; "padded" is unsupported.
void parse_gear_modes(std::string_view text, GearTable& table, Problems& problems);

}  // namespace gearbox::options
