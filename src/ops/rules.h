#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule: output 0 has the type of input 0.
Status same_as_input(InferContext& context);
/// Shape rule: output 0 is the broadcast of all inputs, with the dtype of input 0. Unranked where an input is.
Status broadcast_inputs(InferContext& context);
/// Shape rule: the broadcast of all inputs, as bool.
Status broadcast_inputs_to_bool(InferContext& context);

/// Axis roles of an operator that works element by element.
AxisRole independent(const InferContext& context, int input, int64_t axis);
/// `flops` operations for each element of output 0 (the broadcast of the inputs), reading every input and writing the output once.
Cost elementwise_cost(const InferContext& context, int64_t flops);

}  // namespace gearbox::ops
