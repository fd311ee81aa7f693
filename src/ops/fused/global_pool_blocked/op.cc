#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::global_pool_blocked {

/// The mean or maximum (`kind`) over all spatial axes, which become 1; nChw8c, then the epilogue.
OpDef definition() {
  return blocked_operator("GlobalPoolBlocked")
      .input("operands", {}, Formal::Arity::kVariadic)
      .attribute("kind", true)
      .infer(globally_pooled_shape);
}

}  // namespace gearbox::ops::global_pool_blocked
