#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// Floats of packed depthwise weights.
int64_t depthwise_weights_size(int64_t channels, int64_t kernel_h, int64_t kernel_w);

/// Weights [C, 1, kh, kw] to [channel block][kh][kw][8]; lanes past C are zero. Pure.
void pack_depthwise_weights(int64_t channels, int64_t kernel_h, int64_t kernel_w, const float* weights, float* packed);

/// Convolution of each channel with its own filter (groups = C = O), nChw8c to nChw8c: any kernel, stride, dilation and padding; 3x3,
/// 5x5 (strides 1 and 2) and 7x7 keep each input in registers for all its taps. Thread-safe; allocates nothing; needs no scratch.
/// Epilogue and garbage lanes as in conv.h.
void depthwise_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                       ThreadPool& pool);

}  // namespace gearbox::kernels
