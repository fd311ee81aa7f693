#include "ops/rules.h"

namespace gearbox::ops::celu {

/// x where x >= 0, else alpha * (exp(x / alpha) - 1).
OpDef definition() {
  return OpDef("Celu")
      .versions({12})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); })
      .may_share(0);
}

}  // namespace gearbox::ops::celu
