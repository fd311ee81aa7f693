#include "ops/cast_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::cast_like {

/// Elements of the first input converted to the type of the second, as Cast does.
OpDef definition() {
  return OpDef("CastLike")
      .versions({15, 19, 21, 23, 24, 25})
      .input("input", kAllTypes)
      .input("target_type", kAllTypes)
      .output("output", kAllTypes)
      .attribute("saturate")
      .attribute("round_mode")
      .infer([](InferContext& c) { return cast_shape(c, c.dtype(1)); })
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::cast_like
