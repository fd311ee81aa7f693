#include "ops/window_rule.h"

namespace gearbox::ops::lp_pool {

/// The p-norm of the elements under every window.
OpDef definition() {
  return OpDef("LpPool")
      .versions({1, 2, 11, 18, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("auto_pad")
      .attribute("ceil_mode")
      .attribute("dilations")
      .attribute("kernel_shape", true)
      .attribute("p")
      .attribute("pads")
      .attribute("strides")
      .infer(pooled_shape)
      .axes(pooled_role)
      .cost(pooled_cost);
}

}  // namespace gearbox::ops::lp_pool
