#include "ops/rules.h"

namespace gearbox::ops::thresholded_relu {

/// x where x > alpha, else 0.
OpDef definition() {
  return OpDef("ThresholdedRelu")
      .versions({10, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::thresholded_relu
