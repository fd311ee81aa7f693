#include "api/gear_machine.h"

#include "base/machine/stored_machine.h"

namespace gearbox {

MachineProfile gear_machine(const PackageContents& package, Logger log) {
  return package.gears.gears.empty() ? MachineProfile() : stored_machine(machine_file(), log);
}

}  // namespace gearbox
