#pragma once

#include "api/compiler.h"

namespace gearbox::cli {

/// Loads libgearbox_compiler.so from beside the program (../lib or the same folder), once per process; it stays loaded.
Result<const CompilerLibrary*> load_compiler();

}  // namespace gearbox::cli
