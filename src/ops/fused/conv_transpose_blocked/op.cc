#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::conv_transpose_blocked {

/// Transposed convolution with weights packed at compile time (kernels/conv_transpose.h), nChw8c to nChw8c, then the epilogue.
/// Inputs: x, packed weights, nothing, operands of the epilogue.
OpDef definition() {
  return blocked_convolution("ConvTransposeBlocked")
      .attribute("output_padding")
      .attribute("output_shape")
      .infer([](InferContext& c) { return infer_convolution(c, transposed_extent<Dim>); })
      .cost([](const InferContext& c) {
        // Every input element meets each tap of the output channels of its group.
        Cost cost = convolution_cost(c);
        int64_t taps = c.attributes().integer("out_channels", 1) / std::max<int64_t>(1, c.attributes().integer("group", 1));
        for (int64_t k : c.attributes().integers("kernel_shape")) taps *= k;
        cost.flops = c.volume(0) * (2 * taps);
        return cost;
      });
}

}  // namespace gearbox::ops::conv_transpose_blocked
