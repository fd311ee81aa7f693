#pragma once

#include "base/machine/machine_profile.h"

namespace gearbox {

/// Measures this machine, in about a second: the best of repeated runs, so that what else runs here counts little. Errors: no memory.
Result<MachineProfile> measure_machine();

}  // namespace gearbox
