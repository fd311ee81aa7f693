#pragma once

#include <cstddef>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// One spatial axis of a convolution. `out` decides how far the window runs; whatever it reads beyond the input counts as zero, so the
/// padding at the end is implied. `pad` is the padding at the beginning and may be negative (the first input elements are skipped).
struct ConvAxis {
  int64_t in = 1;
  int64_t out = 1;
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad = 0;
};

/// A two-dimensional convolution; a one-dimensional one is a case of it with height 1.
/// Input [N, C, h.in, w.in], weights [O, C/groups, h.kernel, w.kernel], output [N, O, h.out, w.out].
struct ConvShape {
  int64_t batch = 1;
  int64_t in_channels = 1;
  int64_t out_channels = 1;
  int64_t groups = 1;
  ConvAxis h;
  ConvAxis w;
  bool large_bias = false;  ///< what is added per channel counts beside the products, so that short sums too add it last (conv_tile-inl.h)
};

// All kernels below are thread-safe, allocate nothing and need `scratch` of the stated size, aligned to 64 bytes. Extents of 0 are legal.
// The input's lanes past C may hold anything, NaN included; the output's lanes past O are written with unspecified values.
// Of an epilogue, tensors that are added or multiplied are laid out as the output and must not overlap it, vectors per channel hold whole
// blocks of 8, and gates per image are [N, stride] with the stride at least 8 ceil(O/8).

/// Whether conv_blocked runs on whole blocks: one group, or channels of each group in multiples of 8. Other groups are served too, slowly.
constexpr bool conv_groups_are_blocked(int64_t in_channels, int64_t out_channels, int64_t groups) {
  return groups == 1 || (in_channels % (8 * groups) == 0 && out_channels % (8 * groups) == 0);
}

/// Convolution from nChw8c to nChw8c. `weights` comes from pack_conv_weights.
void conv_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, void* scratch,
                  ThreadPool& pool);
size_t conv_blocked_scratch_bytes(const ConvShape& shape, int threads);

/// Convolution of a plain NCHW input with few channels (the first layer of a net) to nChw8c; one group. `weights` comes from
/// pack_conv_plain_weights.
void conv_plain_input(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, void* scratch,
                      ThreadPool& pool);
size_t conv_plain_input_scratch_bytes(const ConvShape& shape, int threads);

}  // namespace gearbox::kernels
