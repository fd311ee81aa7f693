#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule and axis roles of CumSum and CumProd, whose input 1 holds the axis.
Status cumulative_shape(InferContext& context);
AxisRole cumulative_role(const InferContext& context, int input, int64_t axis);

}  // namespace gearbox::ops
