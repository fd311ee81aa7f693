#pragma once

#include "api/compiler.h"

namespace gearbox {

/// Loads libgearbox_compiler.so from beside the library or program that this code is linked into, once per process; it stays loaded.
/// Errors: not_found where it is not installed, unsupported where it is of another version or cannot be loaded. Thread-safe.
Result<const CompilerLibrary*> load_compiler();

}  // namespace gearbox
