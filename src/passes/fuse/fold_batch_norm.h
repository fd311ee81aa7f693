#pragma once

#include "passes/pass.h"

namespace gearbox {

/// What scales and shifts the channels of a convolution's or product's only use by constants goes into its weights and bias: inference
/// BatchNormalization, and Mul, Div, Add and Sub with a scalar or a vector per channel, after Conv, ConvTranspose, Gemm and MatMul
/// with constant f32 weights. Other BatchNormalizations with constant parameters become a Mul and an Add.
Result<int> fold_batch_norm(Graph& graph, const PassContext& context);

}  // namespace gearbox
