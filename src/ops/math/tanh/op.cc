#include "ops/rules.h"

namespace gearbox::ops::tanh {

/// Hyperbolic tangent.
OpDef definition() {
  return OpDef("Tanh")
      .versions({6, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 12); })
      .may_share(0);
}

}  // namespace gearbox::ops::tanh
