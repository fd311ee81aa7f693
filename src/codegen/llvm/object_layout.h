#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "llvm/ADT/StringRef.h"

namespace gearbox::native {

/// An object file's code and constants at fixed distances from each other.
struct ObjectLayout {
  std::vector<std::byte> bytes;
  std::map<std::string, uint64_t> functions;  ///< global functions by name: offset in bytes
};

/// Places the .text* and .rodata* sections of an x86-64 ELF object one behind the other and applies the PC-relative references
/// among them. Errors: internal_error for writable data, references to outside and any other kind of relocation.
Result<ObjectLayout> lay_out(llvm::StringRef object);

}  // namespace gearbox::native
