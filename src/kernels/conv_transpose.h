#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

// Transposed convolution: input position i and tap k add to output i * stride - pad + k * dilation of each axis; positions outside of
// [0, out) are dropped, so output padding and the padding at the end are implied by `out`. It is computed as stride_h x stride_w ordinary
// convolutions, one for each residue of the output position, each with the taps that reach it.

/// Floats of packed weights. Of `shape`, channels, groups, kernels, strides and dilations count; extents and padding do not.
int64_t conv_transpose_weights_size(const ConvShape& shape);

/// Packs weights [C, O/groups, kh, kw]. Pure.
void pack_conv_transpose_weights(const ConvShape& shape, const float* weights, float* packed);

/// Transposed convolution from nChw8c to nChw8c; any kernel, stride, dilation, padding and group (groups that are not whole blocks run
/// plain loops). Rules as in conv.h.
void conv_transpose_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                            void* scratch, ThreadPool& pool);
size_t conv_transpose_blocked_scratch_bytes(const ConvShape& shape, int threads);

}  // namespace gearbox::kernels
