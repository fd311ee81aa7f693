#pragma once

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Generates the code of all FusedLoop steps, each distinct loop once, and tells each step which is its own.
Status generate_loops(PackageContents& contents);

}  // namespace gearbox
