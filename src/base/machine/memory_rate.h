#pragma once

#include <cstddef>
#include <span>

namespace gearbox {

/// Bytes per second at which this thread reads all of `data` once, in order. Whole groups of 256 bytes count; 0 where there is none.
double read_rate(std::span<const std::byte> data);

/// Bytes per second, read and written together, at which this thread copies `from` to `to`, which is as long. 0 for no data.
double copy_rate(std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace gearbox
