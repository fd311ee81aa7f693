#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// out = epilogue(in) over a whole nChw8c tensor of `pixels` per channel; `in` may be `out`. Thread-safe, allocates nothing; extents of
/// 0 are legal. The epilogue's vectors and gates as in conv.h.
void pointwise_blocked(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, const Epilogue& epilogue,
                       ThreadPool& pool);

}  // namespace gearbox::kernels
