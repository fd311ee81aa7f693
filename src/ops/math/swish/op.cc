#include "ops/rules.h"

namespace gearbox::ops::swish {

/// x * sigmoid(alpha * x).
OpDef definition() {
  return OpDef("Swish")
      .versions({24})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 11); })
      .may_share(0);
}

}  // namespace gearbox::ops::swish
