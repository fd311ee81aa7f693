#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::conv_transpose_blocked {

/// Transposed convolution with weights packed at compile time (kernels/conv_transpose.h), nChw8c to nChw8c, then the epilogue.
/// Inputs: x, packed weights, nothing, operands of the epilogue.
OpDef definition() {
  return blocked_convolution("ConvTransposeBlocked").attribute("output_padding").attribute("output_shape").infer([](InferContext& c) {
    return infer_convolution(c, transposed_extent<Dim>);
  });
}

}  // namespace gearbox::ops::conv_transpose_blocked
