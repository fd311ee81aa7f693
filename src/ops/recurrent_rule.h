#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of RNN, GRU and LSTM with `gates` of 1, 3, 4 and this many activations a direction.
Status recurrent_shape(InferContext& context, int64_t gates, size_t activations);
/// Batch independent, time scanned, everything else contracted.
AxisRole recurrent_role(const InferContext& context, int input, int64_t axis);
/// Both matrix products for every step.
Cost recurrent_cost(const InferContext& context);
/// A definition with everything the three have in common, in the order of ONNX's inputs up to initial_h.
OpDef recurrent_definition(std::string name);

}  // namespace gearbox::ops
