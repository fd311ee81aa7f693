#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::conv_blocked {

/// Convolution with weights packed at compile time, nChw8c to nChw8c, then the epilogue. `form` tells the packing: "dense"
/// (kernels/conv_pack.h), "plain" (plain NCHW input of few channels), "depthwise". Inputs: x, packed weights, the weights transformed
/// for Winograd tiles of `winograd_tile` where the extents decide between both at run time, operands of the epilogue.
OpDef definition() {
  return blocked_convolution("ConvBlocked").attribute("form", true).attribute("winograd_tile").infer([](InferContext& c) {
    return infer_convolution(c, window_extent<Dim>);
  });
}

}  // namespace gearbox::ops::conv_blocked
