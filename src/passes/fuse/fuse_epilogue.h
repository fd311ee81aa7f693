#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Moves element-wise neighbours behind a matrix product or convolution (operators with epilogue attributes) into its epilogue: constant
/// scalars and per-channel vectors, activations, residuals and gates of the output's own shape by proof. Only where the product has no
/// other user; a residual must be computed before the product can run.
Result<int> fuse_epilogue(Graph& graph, const PassContext& context);

}  // namespace gearbox
