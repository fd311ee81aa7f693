#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Checks scores [N, C, d...], labels [N, d...] and weights [C] of a classification loss; output 0 has the extents of the labels with
/// reduction "none" and is a scalar otherwise.
Status loss_shape(InferContext& context);

}  // namespace gearbox::ops
