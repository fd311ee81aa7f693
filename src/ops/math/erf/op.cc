#include "ops/rules.h"

namespace gearbox::ops::erf {

/// The error function.
OpDef definition() {
  return OpDef("Erf")
      .versions({9, 13})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 12); })
      .may_share(0);
}

}  // namespace gearbox::ops::erf
