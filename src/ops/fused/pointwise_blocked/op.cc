#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::pointwise_blocked {

/// x in nChw8c with nothing but the epilogue applied: element-wise steps, vectors per channel, gates per image.
OpDef definition() {
  return blocked_operator("PointwiseBlocked")
      .input("operands", {}, Formal::Arity::kVariadic)
      .infer(same_as_input)
      .axes(independent)
      .may_share(0);
}

}  // namespace gearbox::ops::pointwise_blocked
