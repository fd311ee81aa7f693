#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "base/thread_pool.h"
#include "package/program.h"

namespace gearbox {

/// Maps a .gbx file and checks all of it before anything is used: header, section bounds, hashes, the metadata's structure. Weights stay in
/// the mapping, which the result keeps alive. Errors: not_found, corrupt (foreign, truncated or altered file), unsupported (newer version).
/// `threads` may be null; large files are checked on it.
Result<PackageContents> read_package(const std::string& path, ThreadPool* threads);

/// The same over bytes kept alive by `owner`; they must be aligned to 64.
Result<PackageContents> read_package_bytes(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, ThreadPool* threads);

/// Whether the file begins like a package.
bool is_package(const std::string& path);

}  // namespace gearbox
