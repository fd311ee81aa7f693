#pragma once

#include "ops/arguments.h"
#include "ops/run/window.h"

namespace gearbox::ops {

/// The window of a node with `spatial` spatial axes; `kernel` stands in for the attribute kernel_shape. Errors name the node.
Result<Window> window_of_node(const InferContext& context, int64_t spatial, const Ints& kernel = {});

/// Extents of the output of a convolution or pool over input 0 with extents [N, C, spatial…]; `channels` instead of C. Demands that
/// every window fits.
Result<Shape> windowed_shape(InferContext& context, const Window& window, Dim channels);

/// Shape rule of a pool: every output has the extents of the pooled input 0, the dtype of input 0 or, for a second one, i64.
Status pooled_shape(InferContext& context);
/// Shape rule of a pool over whole images: spatial extents become 1.
Status globally_pooled_shape(InferContext& context);
/// Independent along batch and channels, kWindow elsewhere.
AxisRole pooled_role(const InferContext& context, int input, int64_t axis);
/// One operation per tap and output element.
Cost pooled_cost(const InferContext& context);

}  // namespace gearbox::ops
