#include "ops/rules.h"

namespace gearbox::ops::softplus {

/// log(1 + exp(x)), without overflow for large x.
OpDef definition() {
  return OpDef("Softplus")
      .versions({1, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 18); })
      .may_share(0);
}

}  // namespace gearbox::ops::softplus
