#include "ops/conv_rule.h"
#include "ops/quantise_rule.h"

namespace gearbox::ops::conv_integer {

namespace {

constexpr DType kI32[] = {DType::kI32};

}  // namespace

/// Convolution of bytes minus their zero points, in i32. The weights' zero point may be one per output channel.
OpDef definition() {
  return OpDef("ConvInteger")
      .versions({10})
      .input("x", kByteTypes)
      .input("w", kByteTypes)
      .input("x_zero_point", kByteTypes, Formal::Arity::kOptional)
      .input("w_zero_point", kByteTypes, Formal::Arity::kOptional)
      .output("y", kI32)
      .attribute("auto_pad")
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("pads")
      .attribute("strides")
      .infer([](InferContext& c) { return conv_shape(c, 1, -1, DType::kI32); })
      .axes(conv_role)
      .cost([](const InferContext& c) { return conv_cost(c, 1); });
}

}  // namespace gearbox::ops::conv_integer
