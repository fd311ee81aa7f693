#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::from_blocked {

/// The same tensor in plain layout; its input is nChw8c. Any rank from 2.
OpDef definition() {
  return OpDef("FromBlocked", "gearbox")
      .input("x", kBlockedTypes)
      .output("y", kBlockedTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); });
}

}  // namespace gearbox::ops::from_blocked
