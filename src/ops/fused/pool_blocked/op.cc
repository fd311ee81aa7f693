#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::pool_blocked {

/// MaxPool or AveragePool (`kind` "max", "average", "average_with_pads") of nChw8c with one or two spatial axes, then the epilogue.
OpDef definition() {
  return blocked_operator("PoolBlocked")
      .input("operands", {}, Formal::Arity::kVariadic)
      .attribute("kind", true)
      .attribute("kernel_shape", true)
      .attribute("strides")
      .attribute("dilations")
      .attribute("pads")
      .attribute("auto_pad")
      .attribute("ceil_mode")
      .infer(pooled_shape);
}

}  // namespace gearbox::ops::pool_blocked
