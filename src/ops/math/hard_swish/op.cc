#include "ops/rules.h"

namespace gearbox::ops::hard_swish {

/// x * (x / 6 + 1/2 cut to [0, 1]).
OpDef definition() {
  return OpDef("HardSwish")
      .versions({14, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 5); })
      .may_share(0);
}

}  // namespace gearbox::ops::hard_swish
