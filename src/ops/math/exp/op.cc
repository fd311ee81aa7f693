#include "ops/rules.h"

namespace gearbox::ops::exp {

/// e to the power of x.
OpDef definition() {
  return OpDef("Exp")
      .versions({6, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::exp
