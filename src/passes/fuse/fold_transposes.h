#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Transposes of a MatMul's operands and of its result become strides of one PermutedMatMul, where the batches of both operands are equal
/// by proof and rows or columns stay consecutive in memory.
Result<int> fold_transposes(Graph& graph, const PassContext& context);

}  // namespace gearbox
