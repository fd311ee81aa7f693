#include "ops/conv_rule.h"

namespace gearbox::ops::conv {

/// Convolution (cross-correlation) over any number of spatial axes: X [N, C, spatial…], W [M, C / group, kernel…], B [M].
OpDef definition() {
  return OpDef("Conv")
      .versions({1, 11, 22})
      .input("X", kFloatTypes)
      .input("W", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .attribute("auto_pad")
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("pads")
      .attribute("strides")
      .infer([](InferContext& c) { return conv_shape(c, 1, 2, c.dtype(0)); })
      .axes(conv_role)
      .cost([](const InferContext& c) { return conv_cost(c, 1); });
}

}  // namespace gearbox::ops::conv
