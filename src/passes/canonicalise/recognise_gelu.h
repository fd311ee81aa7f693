#pragma once

#include "passes/pass.h"

namespace gearbox {

/// Products of x, 1/2 and 1 + erf(x / sqrt 2), in any order, are Gelu; so are those with tanh(sqrt(2/pi) (x + 0.044715 x^3)), its
/// approximation.
Result<int> recognise_gelu(Graph& graph, const PassContext& context);

}  // namespace gearbox
