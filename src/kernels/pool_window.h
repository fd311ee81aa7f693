#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/pool.h"

namespace gearbox::kernels {

/// Taps of output `at` that fall inside the padded input.
inline int64_t padded_taps(const PoolAxis& pool, int64_t at) {
  const ConvAxis& a = pool.axis;
  const int64_t left = a.in + pool.pad_end - (at * a.stride - a.pad);  // positions up to the end of the padding
  return std::clamp<int64_t>((left + a.dilation - 1) / a.dilation, 0, a.kernel);
}

}  // namespace gearbox::kernels
