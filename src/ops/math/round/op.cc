#include "ops/rules.h"

namespace gearbox::ops::round {

/// The nearest integer; halves go to the even neighbour.
OpDef definition() {
  return OpDef("Round")
      .versions({11, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::round
