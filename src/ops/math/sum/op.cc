#include "ops/rules.h"

namespace gearbox::ops::sum {

/// Element-wise sum of all inputs with broadcasting.
OpDef definition() {
  return OpDef("Sum")
      .versions({6, 8, 13})
      .input("data", kFloatTypes, Formal::Arity::kVariadic)
      .output("sum", kFloatTypes)
      .infer(broadcast_inputs)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::sum
