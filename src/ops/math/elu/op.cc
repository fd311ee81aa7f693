#include "ops/rules.h"

namespace gearbox::ops::elu {

/// x where x >= 0, else alpha * (exp(x) - 1).
OpDef definition() {
  return OpDef("Elu")
      .versions({6, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); })
      .may_share(0);
}

}  // namespace gearbox::ops::elu
