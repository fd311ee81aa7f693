#include "ops/rules.h"
#include "ops/window_rule.h"

namespace gearbox::ops::global_average_pool {

/// The mean of every channel's image.
OpDef definition() {
  return OpDef("GlobalAveragePool")
      .versions({1, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(globally_pooled_shape)
      .axes([](const InferContext&, int, int64_t axis) { return axis < 2 ? AxisRole::kIndependent : AxisRole::kContracted; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::global_average_pool
