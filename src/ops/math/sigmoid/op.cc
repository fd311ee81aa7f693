#include "ops/rules.h"

namespace gearbox::ops::sigmoid {

/// 1 / (1 + exp(-x)).
OpDef definition() {
  return OpDef("Sigmoid")
      .versions({6, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); })
      .may_share(0);
}

}  // namespace gearbox::ops::sigmoid
