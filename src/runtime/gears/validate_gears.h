#pragma once

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Checks the gears of a package whose programs are valid: every row has a value for each axis, no two rows are equal, axes are axes of
/// inputs, and each gear's program has the main program's inputs and outputs. A gear may lack its program where there is a gear_maker, and
/// a fallback until it is made. kCorrupt otherwise.
Status validate_gears(const PackageContents& contents);

/// Checks that calls of a model can be handed to the program of a gear that was made alone. kCorrupt otherwise.
Status validate_late_gear(const PackageContents& model, const PackageContents& gear);

/// The same for the gears of parts of the model: every step that chooses among them names a scope, has a branch for whatever it may choose,
/// and each branch takes what the step hands it, the axes of the table among that.
Status validate_scopes(const PackageContents& contents);

}  // namespace gearbox
