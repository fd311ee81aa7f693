#include "ops/window_rule.h"

namespace gearbox::ops::average_pool {

/// The mean under every window. Padding counts as zeros with count_include_pad, else not at all; what ceil_mode lets hang over the padding
/// never counts.
OpDef definition() {
  return OpDef("AveragePool")
      .versions({1, 7, 10, 11, 19, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("auto_pad")
      .attribute("ceil_mode")
      .attribute("count_include_pad")
      .attribute("dilations")
      .attribute("kernel_shape", true)
      .attribute("pads")
      .attribute("strides")
      .infer(pooled_shape)
      .axes(pooled_role)
      .cost(pooled_cost);
}

}  // namespace gearbox::ops::average_pool
