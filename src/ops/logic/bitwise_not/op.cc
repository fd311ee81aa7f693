#include "ops/rules.h"

namespace gearbox::ops::bitwise_not {

/// Every bit inverted.
OpDef definition() {
  return OpDef("BitwiseNot")
      .versions({18})
      .input("X", kIntegerTypes)
      .output("Y", kIntegerTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::bitwise_not
