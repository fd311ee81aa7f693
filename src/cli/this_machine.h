#pragma once

#include "base/machine/machine_profile.h"

namespace gearbox::cli {

/// What `gearbox tune` stored of this machine, as stored_machine; tells people on stderr where that is set aside.
MachineProfile this_machine();

}  // namespace gearbox::cli
