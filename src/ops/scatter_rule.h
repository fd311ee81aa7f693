#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of Scatter and ScatterElements: the type of the data; indices and updates agree and fit in it.
Status scattered_shape(InferContext& context);
/// Roles for the same: an axis other than the written one is independent where data and indices have the same extent.
AxisRole scattered_role(const InferContext& context, int input, int64_t axis);

}  // namespace gearbox::ops
