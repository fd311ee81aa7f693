#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/permute.h"

namespace gearbox::kernels {

/// Side of a cache block of a transpose.
inline constexpr int64_t kPermuteSide = 32;

/// A permutation with axes of extent 1 dropped and axes that stay neighbours merged. Axes are in the output's order, strides in elements
/// of `element_size` bytes (which grows where the innermost axis stays innermost and its run is a power of two of at most 16 bytes).
struct PermutePlan {
  int axes = 0;
  size_t element_size = 0;
  std::array<int64_t, kPermuteAxes> extent{};
  std::array<int64_t, kPermuteAxes> in_stride{};
  std::array<int64_t, kPermuteAxes> out_stride{};
};

PermutePlan plan_permute(std::span<const int64_t> shape, std::span<const int64_t> perm, size_t element_size);

}  // namespace gearbox::kernels
