#include "ops/rules.h"

namespace gearbox::ops::relu {

/// max(x, 0). Integer types since opset 14.
OpDef definition() {
  return OpDef("Relu")
      .versions({6, 13, 14})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::relu
