#include "ops/rules.h"

namespace gearbox::ops::atan {

/// Arc tangent in radians.
OpDef definition() {
  return OpDef("Atan")
      .versions({7, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); })
      .may_share(0);
}

}  // namespace gearbox::ops::atan
