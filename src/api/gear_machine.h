#pragma once

#include "base/log.h"
#include "base/machine/machine_profile.h"
#include "package/program.h"

namespace gearbox {

/// The profile of this machine that a package's gears are compared by; where it has none, the profile of no particular machine, which
/// costs a load nothing. `log` as in stored_machine.
MachineProfile gear_machine(const PackageContents& package, Logger log = {});

}  // namespace gearbox
