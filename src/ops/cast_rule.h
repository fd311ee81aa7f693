#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of conversions: the extents of input 0 with element type `to`; integer contents pass to i32, i64 and bool.
Status cast_shape(InferContext& context, DType to);

}  // namespace gearbox::ops
