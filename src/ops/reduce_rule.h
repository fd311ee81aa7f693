#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// Shape rule of the Reduce family: the axes of attribute or input `axes` become 1 (keepdims, the default) or vanish. Without axes
/// all are reduced, or none where noop_with_empty_axes is set.
Status reduced_shape(InferContext& context);
/// Likewise, and for a list of known contents the single element they fold to.
Status reduced_with_contents(InferContext& context, Dim start, Dim (*fold)(Dim, Dim));
/// Shape rule of ArgMax and ArgMin: attribute `axis` (default 0) becomes 1 or vanishes; i64.
Status arg_reduced_shape(InferContext& context);

/// `role` for the reduced axes, independent for the others; opaque while the axes are not known.
AxisRole reduced_role(const InferContext& context, int64_t axis, AxisRole role);
/// `flops` operations for each input element, reading the input and writing the output once.
Cost reduced_cost(const InferContext& context, int64_t flops);

}  // namespace gearbox::ops
