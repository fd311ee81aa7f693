#pragma once

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// Convolution with groups that do not fall on whole blocks of 8 channels, nChw8c to nChw8c; conv_blocked calls it. Plain loops over true
/// channels, threaded over output rows. `weights` comes from pack_conv_weights.
void conv_grouped(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, ThreadPool& pool);

/// The same for transposed convolutions; `weights` comes from pack_conv_transpose_weights.
void conv_transpose_grouped(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                            ThreadPool& pool);

}  // namespace gearbox::kernels
