#pragma once

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "kernels/conv.h"

namespace gearbox::kernels {

/// What conv_nd and conv_transpose_nd share: plain layouts [N, C, spatial...], one to four spatial axes.
struct ConvNdShape {
  int64_t batch = 1;
  int64_t in_channels = 1;
  int64_t out_channels = 1;
  int64_t groups = 1;
  std::span<const ConvAxis> axes;
};

/// Convolution with any number of spatial axes by plain loops over the outputs, threaded over output planes; for what the blocked kernels
/// do not serve. `weights` [O, C/groups, kernel...] as the model stores them; `bias` [O] or null. Thread-safe, allocates nothing.
void conv_nd(const ConvNdShape& shape, const float* in, const float* weights, const float* bias, float* out, ThreadPool& pool);

/// The same for transposed convolution; axes as in conv_transpose.h, `weights` [C, O/groups, kernel...].
void conv_transpose_nd(const ConvNdShape& shape, const float* in, const float* weights, const float* bias, float* out, ThreadPool& pool);

}  // namespace gearbox::kernels
