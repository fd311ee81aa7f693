#include "ops/rules.h"

namespace gearbox::ops::add {

/// Element-wise sum with multidirectional broadcasting.
OpDef definition() {
  return OpDef("Add")
      .versions({7, 13, 14})
      .input("A", kNumericTypes)
      .input("B", kNumericTypes)
      .output("C", kNumericTypes)
      .infer([](InferContext& c) { return broadcast_with_contents(c, [](Dim a, Dim b) { return a + b; }); })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::add
