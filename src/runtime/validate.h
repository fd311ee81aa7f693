#pragma once

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Checks that every index of the contents is in range and every reference makes sense, so that a program from a hostile file
/// cannot lead the executor astray. Error: corrupt, naming the program and the part.
Status validate(const PackageContents& contents);

}  // namespace gearbox
