#include "ops/conv_rule.h"
#include "ops/quantise_rule.h"

namespace gearbox::ops::qlinear_conv {

namespace {

constexpr DType kI32[] = {DType::kI32};
constexpr DType kF32[] = {DType::kF32};

}  // namespace

/// Convolution of quantised operands, quantised again. The weights' scale and zero point may be one per output channel; the bias is
/// in units of x_scale * w_scale.
OpDef definition() {
  return OpDef("QLinearConv")
      .versions({10})
      .input("x", kByteTypes)
      .input("x_scale", kF32)
      .input("x_zero_point", kByteTypes)
      .input("w", kByteTypes)
      .input("w_scale", kF32)
      .input("w_zero_point", kByteTypes)
      .input("y_scale", kF32)
      .input("y_zero_point", kByteTypes)
      .input("B", kI32, Formal::Arity::kOptional)
      .output("y", kByteTypes)
      .attribute("auto_pad")
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("pads")
      .attribute("strides")
      .infer([](InferContext& c) { return conv_shape(c, 3, 8, c.dtype(7)); })
      .axes([](const InferContext& c, int input, int64_t axis) {
        return input == 0 || input == 3 ? conv_role(c, input, axis) : AxisRole::kOpaque;
      })
      .cost([](const InferContext& c) { return conv_cost(c, 3); });
}

}  // namespace gearbox::ops::qlinear_conv
