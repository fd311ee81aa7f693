#pragma once

#include <vector>

#include "package/program.h"
#include "passes/gear/gear_request.h"

namespace gearbox {

/// Tells in contents.scopes of the parts that have gears of their own. The programs must be lowered.
void describe_scopes(const std::vector<GearPart>& parts, bool fallback, PackageContents& contents);

}  // namespace gearbox
