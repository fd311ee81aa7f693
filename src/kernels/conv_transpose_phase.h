#pragma once

#include <cstdint>
#include <numeric>

#include "kernels/conv.h"

namespace gearbox::kernels {

/// The taps of one axis of a transposed convolution that reach the outputs with (position + pad) % stride == residue:
/// first, first + step, ... (count of them).
struct TransposePhase {
  int64_t first = 0;
  int64_t step = 1;
  int64_t count = 0;
};

inline TransposePhase transpose_phase(const ConvAxis& axis, int64_t residue) {
  TransposePhase phase;
  phase.step = axis.stride / std::gcd(axis.stride, axis.dilation);
  for (; phase.first < axis.kernel && phase.first < phase.step; ++phase.first) {
    if (phase.first * axis.dilation % axis.stride == residue) {
      phase.count = (axis.kernel - phase.first - 1) / phase.step + 1;
      break;
    }
  }
  return phase;
}

/// The same phase as an ordinary convolution with reversed taps. Its output q is output first_output + q * stride of the whole.
struct TransposeAxis {
  ConvAxis axis;
  int64_t first_output = 0;
};

inline TransposeAxis transpose_axis(const ConvAxis& whole, int64_t residue) {
  const TransposePhase phase = transpose_phase(whole, residue);
  TransposeAxis result;
  result.first_output = ((residue - whole.pad) % whole.stride + whole.stride) % whole.stride;
  result.axis.in = whole.in;
  result.axis.out = whole.out > result.first_output ? (whole.out - result.first_output - 1) / whole.stride + 1 : 0;
  if (phase.count == 0) return result;
  result.axis.kernel = phase.count;
  result.axis.dilation = whole.dilation * phase.step / whole.stride;
  const int64_t last_input = (result.first_output + whole.pad - phase.first * whole.dilation) / whole.stride;  // divides without rest
  result.axis.pad = (phase.count - 1) * result.axis.dilation - last_input;
  return result;
}

}  // namespace gearbox::kernels
