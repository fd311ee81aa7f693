#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::to_blocked {

/// The same tensor laid out as nChw8c: channels (axis 1) in blocks of 8 innermost. Any rank from 2.
OpDef definition() {
  return OpDef("ToBlocked", "gearbox")
      .input("x", kBlockedTypes)
      .output("y", kBlockedTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); });
}

}  // namespace gearbox::ops::to_blocked
