#pragma once

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Checks the gears of a package whose programs are valid: every row has a value for each axis, no two rows are equal, axes are axes of
/// inputs, and each gear's program has the main program's inputs and outputs. kCorrupt otherwise.
Status validate_gears(const PackageContents& contents);

}  // namespace gearbox
