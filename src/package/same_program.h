#pragma once

#include <vector>

#include "package/program.h"

namespace gearbox {

/// Whether two programs, each with its bodies behind it and numbered from 0, do the same for every call: all but the name of the first is
/// equal, constants by content.
bool same_programs(const std::vector<Program>& a, const std::vector<Program>& b);

}  // namespace gearbox
