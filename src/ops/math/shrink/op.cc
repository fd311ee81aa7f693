#include "ops/rules.h"

namespace gearbox::ops::shrink {

/// x + bias below -lambd, x - bias above lambd, 0 between.
OpDef definition() {
  return OpDef("Shrink")
      .versions({9})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .attribute("bias")
      .attribute("lambd")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 3); })
      .may_share(0);
}

}  // namespace gearbox::ops::shrink
