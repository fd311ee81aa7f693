#include "ops/rules.h"

namespace gearbox::ops::gelu {

/// x * (1 + erf(x / sqrt 2)) / 2; with approximate="tanh", erf is replaced by its tanh approximation.
OpDef definition() {
  return OpDef("Gelu")
      .versions({20})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("approximate")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 16); })
      .may_share(0);
}

}  // namespace gearbox::ops::gelu
