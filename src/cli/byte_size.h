#pragma once

#include <cstddef>
#include <string>

#include "base/status.h"

namespace gearbox::cli {

/// Reads a number of bytes: "1048576", "512K", "512M", "2G" (powers of 1024; a following "B" or "iB" is allowed).
Result<size_t> parse_byte_size(const std::string& text);

}  // namespace gearbox::cli
