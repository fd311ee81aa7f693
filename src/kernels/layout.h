#pragma once

#include <cstdint>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// Channels of one block of the layout nChw8c: element (n, c, s) lies at ((n ceil(C/8) + c/8) S + s) 8 + c%8, S being the product of
/// the spatial extents. Lanes past C in the last block hold garbage: whoever reads them must not let them reach a valid element.
inline constexpr int64_t kBlock = 8;

constexpr int64_t channel_blocks(int64_t channels) { return (channels + kBlock - 1) / kBlock; }

/// Floats of a blocked tensor.
constexpr int64_t blocked_size(int64_t batch, int64_t channels, int64_t pixels) {
  return batch * channel_blocks(channels) * pixels * kBlock;
}

/// Plain [N, C, pixels] to blocked. Lanes past C are written as zeros. Thread-safe; `in` and `out` must not overlap.
void plain_to_blocked(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, ThreadPool& pool);

/// Blocked to plain [N, C, pixels]. Thread-safe; `in` and `out` must not overlap.
void blocked_to_plain(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, ThreadPool& pool);

}  // namespace gearbox::kernels
