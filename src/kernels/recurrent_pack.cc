#include <algorithm>

#include "kernels/recurrent.h"
#include "kernels/recurrent_layout.h"

namespace gearbox::kernels {

std::array<std::array<ActivationCall, 3>, 2> default_activations(CellKind kind) {
  const ActivationCall sigmoid{Activation::kSigmoid}, tanh{Activation::kTanh};
  const std::array<ActivationCall, 3> one = {kind == CellKind::kRnn ? tanh : sigmoid, tanh, tanh};
  return {one, one};
}

int64_t recurrent_packed_size(const RecurrentShape& shape) { return shape.directions * RecurrentDirection<const float>::size(shape); }

void recurrent_pack(const RecurrentShape& s, const RecurrentWeights& weights, float* packed) {
  const RecurrentSizes z(s);
  std::fill_n(packed, recurrent_packed_size(s), 0.0f);
  for (int direction = 0; direction < s.directions; ++direction) {
    const auto to = RecurrentDirection<float>::of(s, packed, direction);
    const float* bias = weights.bias ? weights.bias + direction * 2 * z.gates * s.hidden : nullptr;
    for (int64_t gate = 0; gate < z.gates; ++gate) {
      const int64_t from = (direction * z.gates + gate) * s.hidden;
      gemm_pack_b(s.inputs, s.hidden, weights.w + from * s.inputs, 1, s.inputs, to.w + gate * z.units * s.inputs);
      gemm_pack_b(s.hidden, s.hidden, weights.r + from * s.hidden, 1, s.hidden, to.r + gate * z.units * s.hidden);
      if (!bias) continue;
      const bool reset_later = s.kind == CellKind::kGru && s.linear_before_reset && gate == 2;
      for (int64_t u = 0; u < s.hidden; ++u) {
        const float of_input = bias[gate * s.hidden + u], of_state = bias[(z.gates + gate) * s.hidden + u];
        to.bias[gate * z.units + u] = reset_later ? of_input : of_input + of_state;
        if (reset_later) to.recurrent_bias[u] = of_state;
      }
    }
    if (!weights.peepholes) continue;
    for (int64_t gate = 0; gate < 3; ++gate) {
      std::copy_n(weights.peepholes + (direction * 3 + gate) * s.hidden, s.hidden, to.peepholes + gate * z.units);
    }
  }
}

bool recurrent_may_mix(const RecurrentShape& s, const float* packed) {
  const RecurrentSizes z(s);
  for (int direction = 0; direction < s.directions; ++direction) {
    if (!gemm_may_mix(s.inputs, z.row, RecurrentDirection<const float>::of(s, packed, direction).w)) return false;
  }
  return true;
}

}  // namespace gearbox::kernels
