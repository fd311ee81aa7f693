#include "ops/rules.h"

namespace gearbox::ops::reciprocal {

/// 1 / x.
OpDef definition() {
  return OpDef("Reciprocal")
      .versions({6, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::reciprocal
