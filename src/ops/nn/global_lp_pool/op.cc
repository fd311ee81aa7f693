#include "ops/rules.h"
#include "ops/window_rule.h"

namespace gearbox::ops::global_lp_pool {

/// The p-norm of every channel's image.
OpDef definition() {
  return OpDef("GlobalLpPool")
      .versions({1, 2, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("p")
      .infer(globally_pooled_shape)
      .axes([](const InferContext&, int, int64_t axis) { return axis < 2 ? AxisRole::kIndependent : AxisRole::kContracted; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); });
}

}  // namespace gearbox::ops::global_lp_pool
