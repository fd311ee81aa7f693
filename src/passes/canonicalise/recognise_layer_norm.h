#pragma once

#include "passes/pass.h"

namespace gearbox {

/// (x - mean(x)) / sqrt(mean((x - mean(x))^2) + eps) over the last axis, with the products and sums by constant vectors behind it, is
/// LayerNormalization.
Result<int> recognise_layer_norm(Graph& graph, const PassContext& context);

}  // namespace gearbox
