#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "package/program.h"

namespace gearbox {

/// Writes the contents as a .gbx file, which appears when it is complete (base/new_file.h). Weights are streamed from
/// where they are; equal weights are stored once. The same contents give the same bytes. A device, folder or pipe of that name is left
/// alone: kInvalidArgument, as are contents with a gear_maker.
Status write_package(const PackageContents& contents, const std::string& path);

/// The same bytes in memory: for tests and for programs that compile and run without a file.
Result<std::vector<std::byte>> package_bytes(const PackageContents& contents);

}  // namespace gearbox
