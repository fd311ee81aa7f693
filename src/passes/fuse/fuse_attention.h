#pragma once

#include "passes/pass.h"

namespace gearbox {

/// MatMul, scale, mask, Softmax and MatMul over [batch, head, position, feature] become one Attention, with the transposes of its
/// operands and result folded in, where batch and heads of all operands are equal by proof.
Result<int> fuse_attention(Graph& graph, const PassContext& context);

}  // namespace gearbox
