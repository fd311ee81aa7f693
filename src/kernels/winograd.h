#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

// Winograd's minimal filtering for 3x3 kernels with stride and dilation 1 and one group (Lavin and Gray, "Fast Algorithms for
// Convolutional Neural Networks", 2015): F(4x4, 3x3) needs a quarter of the products, F(2x2, 3x3) 4/9 of them. Rounding errors grow:
// relative to the largest output, below 2e-5 for tiles of 4 and 1e-5 for tiles of 2 on data of even magnitude.

/// The fastest tile for these extents: 4, 2, or 0 where the direct convolution is at least as fast.
int winograd_tile(int64_t in_channels, int64_t out_channels, int64_t out_height, int64_t out_width);

/// Whether winograd_blocked beats conv_blocked.
inline bool winograd_profitable(int64_t in_channels, int64_t out_channels, int64_t out_height, int64_t out_width) {
  return winograd_tile(in_channels, out_channels, out_height, out_width) != 0;
}

/// Floats of transformed weights for tiles of 2 or 4.
int64_t winograd_weights_size(int tile, int64_t in_channels, int64_t out_channels);

/// Transforms weights [O, C, 3, 3], in double. Pure.
void pack_winograd_weights(int tile, int64_t in_channels, int64_t out_channels, const float* weights, float* packed);

/// Convolution from nChw8c to nChw8c; `shape` has kernels 3x3, strides and dilations 1, one group. Rules as in conv.h.
void winograd_blocked(int tile, const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                      void* scratch, ThreadPool& pool);
size_t winograd_blocked_scratch_bytes(int tile, const ConvShape& shape, int threads);

}  // namespace gearbox::kernels
