#pragma once

#include "passes/pass.h"

namespace gearbox {

/// MatMul and Gemm with constant f32 weights [K, N] become Linear with the weights packed for the micro-kernel, once per weight.
/// Gemm's alpha and beta go into the weights and the bias; a constant bias of N (or 1) elements becomes the first step of the epilogue.
Result<int> select_linear(Graph& graph, const PassContext& context);

}  // namespace gearbox
