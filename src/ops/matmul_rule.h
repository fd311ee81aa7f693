#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of numpy's matmul of inputs `a` and `b`: [..., M, K] x [..., K, N], batch axes broadcast, a list counts as a row (a) or
/// a column (b) whose axis vanishes from the result.
Status matmul_shape(InferContext& context, int a, int b, DType dtype);
/// Contracted for the K axes of a and b, independent for all others.
AxisRole matmul_role(const InferContext& context, int a, int b, int input, int64_t axis);
/// 2 M K N per batch entry; both inputs read and the output written once.
Cost matmul_cost(const InferContext& context, int a, int b);

}  // namespace gearbox::ops
