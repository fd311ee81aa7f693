#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// The instruction set a target names: "x86-64-v2", "x86-64-v3", "x86-64-v4", or "native" for the best of this machine. Errors: any other
/// word.
Result<IsaLevel> target_level(std::string_view target);

/// The target's name: "x86-64-v3".
std::string target_name(IsaLevel level);

}  // namespace gearbox
