#include "ops/rules.h"

namespace gearbox::ops::mish {

/// x * tanh(softplus(x)).
OpDef definition() {
  return OpDef("Mish")
      .versions({18, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 25); })
      .may_share(0);
}

}  // namespace gearbox::ops::mish
