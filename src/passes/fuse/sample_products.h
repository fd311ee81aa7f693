#pragma once

#include "passes/pass.h"

namespace gearbox {

/// A matrix product with rows of both operands consecutive, of which a Gather by constants reads some elements and nobody else any, becomes
/// a SampledMatMul, which computes no others.
Result<int> sample_products(Graph& graph, const PassContext& context);

}  // namespace gearbox
