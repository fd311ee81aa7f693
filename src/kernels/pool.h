#pragma once

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

enum class PoolKind : uint8_t {
  kMax,              ///< NaN where any element is; an empty window gives -inf
  kAverage,          ///< divides by the elements inside the input
  kAverageWithPads,  ///< divides by the elements inside the padded input
};

/// A window along one axis. `pad_end` matters to kAverageWithPads only; with ceil_mode the last windows may reach past it.
struct PoolAxis {
  ConvAxis axis;
  int64_t pad_end = 0;
};

/// Pooling of [N, C, h.in, w.in] to [N, C, h.out, w.out], both nChw8c. Thread-safe, allocates nothing; extents of 0 are legal.
void pool_blocked(PoolKind kind, int64_t batch, int64_t channels, const PoolAxis& h, const PoolAxis& w, const float* in, float* out,
                  const Epilogue& epilogue, ThreadPool& pool);

/// Pools all `pixels` of each channel, nChw8c to [N, ceil(C/8), 1, 8]. kMax or kAverage.
void global_pool_blocked(PoolKind kind, int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out,
                         const Epilogue& epilogue, ThreadPool& pool);

/// Pooling of `planes` plain tensors with any number of spatial axes (up to 6), by plain loops threaded over planes. `indices`, where not
/// null, receives for kMax the position of each maximum counted over all planes, row-major: the first of equal ones, and of NaNs.
void pool_plain(PoolKind kind, int64_t planes, std::span<const PoolAxis> axes, const float* in, float* out, int64_t* indices,
                ThreadPool& pool);

}  // namespace gearbox::kernels
