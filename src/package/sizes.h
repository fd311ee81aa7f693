#pragma once

#include <cstdint>

#include "package/program.h"

namespace gearbox {

/// Bytes of a package file and of its sections.
struct PackageSizes {
  uint64_t file = 0;
  uint64_t metadata = 0, code = 0, weights = 0;
};

/// The sizes that write_package gives these contents; nothing is written. Hashes all weights, to count equal ones once.
PackageSizes package_sizes(const PackageContents& contents);

}  // namespace gearbox
