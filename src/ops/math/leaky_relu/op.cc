#include "ops/rules.h"

namespace gearbox::ops::leaky_relu {

/// x where x >= 0, else alpha * x.
OpDef definition() {
  return OpDef("LeakyRelu")
      .versions({6, 16})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); })
      .may_share(0);
}

}  // namespace gearbox::ops::leaky_relu
