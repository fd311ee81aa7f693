#include "ops/rules.h"

namespace gearbox::ops::hard_sigmoid {

/// alpha * x + beta cut to [0, 1].
OpDef definition() {
  return OpDef("HardSigmoid")
      .versions({6, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .attribute("beta")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 4); })
      .may_share(0);
}

}  // namespace gearbox::ops::hard_sigmoid
