#pragma once

#include <cstdint>

namespace gearbox::kernels {

/// Columns of one panel of a packed right-hand matrix: element (k, n) lies at ((n / 16) K + k) 16 + n % 16; columns past N are zeros.
/// The layout is the same for every instruction set.
inline constexpr int64_t kPanel = 16;

/// Depth (K) of one cache block, and the distance of A's rows in a kernel's scratch.
inline constexpr int64_t kDepthBlock = 384;
inline constexpr int64_t kTileLda = kDepthBlock + 16;

/// Rows of A in a kernel's scratch: kRowBlock x kTileLda floats take a seventh of a 1 MiB L2.
inline constexpr int64_t kRowBlock = 96;

constexpr int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr int64_t round_up(int64_t a, int64_t b) { return divide_up(a, b) * b; }

/// Depth of the blocks that K is cut into: equal but for the last, at most kDepthBlock.
constexpr int64_t balanced_depth(int64_t k) {
  if (k <= kDepthBlock) return k;
  return round_up(divide_up(k, divide_up(k, kDepthBlock)), 4);
}

}  // namespace gearbox::kernels
