#pragma once

#include "base/attributes.h"
#include "ir/graph.h"
#include "kernels/epilogue.h"
#include "ops/op_def.h"

namespace gearbox::ops {

/// One step of an epilogue as the compiler builds it: the operand is a value of the graph.
struct EpilogueOperand {
  kernels::EpilogueKind kind = kernels::EpilogueKind::kScaleShift;
  kernels::Activation activation = kernels::Activation::kIdentity;
  float a = 1;
  float b = 0;
  Value* operand = nullptr;
};

/// Appends a step to the epilogue a node's attributes describe; `input` is the index of the step's operand among the node's inputs,
/// -1 for none. Two scales and shifts in a row become one. The run side reads it with ops/run/epilogue.h.
void append_epilogue(Attributes& attributes, const EpilogueOperand& step, int input);

/// Declares the attributes above on an operator.
OpDef&& with_epilogue(OpDef&& definition);

/// The per-channel vector of an epilogue: `values` with room for whole blocks, the rest zero.
Literal channel_vector(std::span<const float> values);

}  // namespace gearbox::ops
