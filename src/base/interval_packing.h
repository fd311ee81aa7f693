#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gearbox {

/// A block of memory that is live in the closed range of steps [first, last].
struct LiveBlock {
  size_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
  size_t offset = 0;  ///< result
};

/// Gives each block an offset (a multiple of `alignment`) such that blocks live at the same step never overlap; returns the total size.
/// Largest first, each at the lowest gap that fits: "greedy by size" of Pisarchyk and Lee, Efficient Memory Management for Deep Neural
/// Net Inference, 2020.
size_t pack_intervals(std::span<LiveBlock> blocks, size_t alignment);

/// The most bytes live at one step: no packing needs less.
size_t live_lower_bound(std::span<const LiveBlock> blocks, size_t alignment);

}  // namespace gearbox
