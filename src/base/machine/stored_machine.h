#pragma once

#include <string>

#include "base/log.h"
#include "base/machine/machine_profile.h"

namespace gearbox {

/// Name of the processor this runs on, without outer blanks; "unknown" where it does not say.
std::string processor_name();

/// Where `gearbox tune` leaves the machine's profile: $XDG_CACHE_HOME/gearbox/machine.txt, else ~/.cache/gearbox/machine.txt; empty where
/// the environment names neither folder.
std::string machine_file();

/// The profile in the file. One that does not exist gives the profile of no particular machine; so does one that is damaged or of
/// another processor, with a line on the channel "machine" that says so.
MachineProfile stored_machine(const std::string& file, Logger log = {});

/// Writes the profile, making the folders above it. Errors: the file cannot be written.
Status store_machine(const MachineProfile& profile, const std::string& file);

}  // namespace gearbox
