#include "ops/rules.h"
#include "ops/window_rule.h"

namespace gearbox::ops::global_max_pool {

/// The largest element of every channel's image; NaN wins.
OpDef definition() {
  return OpDef("GlobalMaxPool")
      .versions({1, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(globally_pooled_shape)
      .axes([](const InferContext&, int, int64_t axis) { return axis < 2 ? AxisRole::kIndependent : AxisRole::kReduced; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::global_max_pool
