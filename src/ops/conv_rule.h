#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of a convolution of input 0, [N, C, spatial…], with the weights in input `weights`, [M, C / group, kernel…], and
/// optionally a bias [M] in input `bias`: output 0 is [N, M, spatial…] of element type `dtype`.
Status conv_shape(InferContext& context, int weights, int bias, DType dtype);
/// Batch independent, spatial axes of input 0 windows, the rest contracted.
AxisRole conv_role(const InferContext& context, int input, int64_t axis);
/// 2 C / group taps for each output element.
Cost conv_cost(const InferContext& context, int weights);

}  // namespace gearbox::ops
