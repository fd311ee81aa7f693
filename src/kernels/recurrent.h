#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "base/thread_pool.h"
#include "kernels/activation.h"

namespace gearbox::kernels {

/// Recurrent layers with ONNX's equations and gate orders: RNN (one gate), GRU (z, r, h), LSTM (i, o, f, c).
enum class CellKind : uint8_t { kRnn, kGru, kLstm };

/// What is known when the model is compiled.
struct RecurrentShape {
  CellKind kind = CellKind::kLstm;
  int64_t inputs = 0;                                   ///< features of x
  int64_t hidden = 0;                                   ///< features of the state
  int directions = 1;                                   ///< 2: forward, then reverse
  bool reverse = false;                                 ///< with one direction: run from the last step to the first
  bool linear_before_reset = false;                     ///< GRU: apply the reset gate after the recurrent product
  bool input_forget = false;                            ///< LSTM: forget gate = 1 - input gate
  bool mixes_rows = false;                              ///< the input products may, see kernels/gemm.h; recurrent_may_mix() holds
  float clip = std::numeric_limits<float>::infinity();  ///< bound of the inputs of activations
  /// f, g, h of each direction as ONNX orders them; RNN uses f, GRU f and g.
  std::array<std::array<ActivationCall, 3>, 2> activations{};
};

/// ONNX's default activations of a cell: sigmoid and tanh.
std::array<std::array<ActivationCall, 3>, 2> default_activations(CellKind kind);

/// ONNX's weights of all directions; null pointers mean zeros.
struct RecurrentWeights {
  const float* w = nullptr;          ///< [directions, gates * hidden, inputs]
  const float* r = nullptr;          ///< [directions, gates * hidden, hidden]
  const float* bias = nullptr;       ///< [directions, 2 * gates * hidden]
  const float* peepholes = nullptr;  ///< LSTM: [directions, 3 * hidden], order i, o, f
};

/// Floats of the packed weights of all directions, and the packing.
int64_t recurrent_packed_size(const RecurrentShape& shape);
void recurrent_pack(const RecurrentShape& shape, const RecurrentWeights& weights, float* packed);

/// gemm_may_mix() of the input weights of all directions.
bool recurrent_may_mix(const RecurrentShape& shape, const float* packed);

/// One call. Time is the outermost axis; steps and batch may be 0.
struct RecurrentArgs {
  int64_t steps = 0;
  int64_t batch = 0;
  const float* x = nullptr;       ///< [steps, batch, inputs]
  const float* packed = nullptr;  ///< from recurrent_pack, aligned to 64
  /// Length of each sequence, at most `steps`; null means all are full. Outputs past a sequence's end are zeros, and its final state
  /// is that of its last step. The reverse direction begins at a sequence's own end.
  const int32_t* lengths = nullptr;  ///< [batch]
  const float* initial_h = nullptr;  ///< [directions, batch, hidden]; null means zeros
  const float* initial_c = nullptr;  ///< LSTM: like initial_h
  float* y = nullptr;                ///< [steps, directions, batch, hidden], or null
  bool y_by_sequence = false;        ///< y is [steps, batch, directions, hidden]
  float* y_h = nullptr;              ///< [directions, batch, hidden], or null
  float* y_c = nullptr;              ///< LSTM: like y_h
};

/// Bytes of scratch for a call of this size on a pool of so many threads.
int64_t recurrent_scratch_bytes(const RecurrentShape& shape, int64_t steps, int64_t batch, int threads);

/// Runs the layer, block of steps by block: the input products of a block at once, then its steps. Threads share directions or hidden
/// units. `scratch` is aligned to 64. Thread-safe with distinct scratch; outputs must not overlap inputs.
void recurrent(const RecurrentShape& shape, const RecurrentArgs& args, ThreadPool& pool, void* scratch);

}  // namespace gearbox::kernels
