#include "ops/rules.h"

namespace gearbox::ops::bitwise_xor {

/// Bitwise exclusive or with broadcasting.
OpDef definition() {
  return OpDef("BitwiseXor")
      .versions({18})
      .input("A", kIntegerTypes)
      .input("B", kIntegerTypes)
      .output("C", kIntegerTypes)
      .infer(broadcast_inputs)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::bitwise_xor
