#include "ops/rules.h"

namespace gearbox::ops::selu {

/// gamma * x where x >= 0, else gamma * alpha * (exp(x) - 1).
OpDef definition() {
  return OpDef("Selu")
      .versions({6, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .attribute("gamma")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 11); })
      .may_share(0);
}

}  // namespace gearbox::ops::selu
