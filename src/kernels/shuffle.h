#pragma once

#include <cstdint>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// Pixels from channels: nChw8c [N, C fh fw, h, w] to plain [N, C, h fh, w fw], where channel (c fh + y) fw + x of a pixel holds its part
/// (y, x) of channel c. Thread-safe, allocates nothing; extents of 0 are legal. `in` and `out` must not overlap.
void shuffle_from_blocked(int64_t batch, int64_t channels, int64_t factor_h, int64_t factor_w, int64_t height, int64_t width,
                          const float* in, float* out, ThreadPool& pool);

}  // namespace gearbox::kernels
