#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Spellings of activations become the activation itself: cut(x + 3, 0, 6) / 6 HardSigmoid, x * HardSigmoid(x) and x * cut(x + 3, 0, 6) / 6
/// HardSwish, x * Sigmoid(x) Swish. The cut is a Clip or Min(Relu(…), 6); the sixth a Div or a Mul, before or after the product with x.
Result<int> recognise_hard_swish(Graph& graph, const PassContext& context);

}  // namespace gearbox
