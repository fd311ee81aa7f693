#pragma once

#include "kernels/layout.h"
#include "op/floats.h"

namespace gearbox::bench {

/// Where element `i` of a plain [N, channels, pixels] tensor lies in nChw8c.
inline int64_t blocked_index(int64_t i, int64_t channels, int64_t pixels) {
  const int64_t s = i % pixels, c = i / pixels % channels, n = i / pixels / channels;
  return ((n * kernels::channel_blocks(channels) + c / kernels::kBlock) * pixels + s) * kernels::kBlock + c % kernels::kBlock;
}

/// The plain tensor in nChw8c, lanes past the channels NaN.
inline Floats blocked(const Floats& plain, int64_t batch, int64_t channels, int64_t pixels) {
  Floats out = Floats::poisoned(kernels::blocked_size(batch, channels, pixels));
  for (int64_t i = 0; i < plain.size(); ++i) out.data()[blocked_index(i, channels, pixels)] = plain.data()[i];
  return out;
}

}  // namespace gearbox::bench
