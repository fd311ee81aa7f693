#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Convolution nets move to nChw8c. Every convolution with constant f32 weights reads and writes blocked tensors, and what follows one
/// (pools, Resize, Concat, element-wise operators) joins it as long as all it reads is blocked already, so that layouts change only where
/// images enter and leave. Element-wise operators become steps of PointwiseBlocked, which fuse_epilogue moves into convolutions.
Result<int> block_channels(Graph& graph, const PassContext& context);

}  // namespace gearbox
