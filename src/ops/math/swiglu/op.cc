#include "ops/rules.h"

namespace gearbox::ops::swiglu {

/// a * sigmoid(alpha * a) * b with broadcasting.
OpDef definition() {
  return OpDef("SwiGLU")
      .versions({28})
      .input("a", kFloatTypes)
      .input("b", kFloatTypes)
      .output("y", kFloatTypes)
      .attribute("alpha")
      .infer(broadcast_inputs)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 12); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::swiglu
