#include "ops/fused/blocked_rule.h"
#include "ops/shape/concat/concat_rules.h"

namespace gearbox::ops::concat_blocked {

namespace {

Status infer(InferContext& c) {
  if (c.attributes().integer("axis", 1) == 1) {
    for (int i = 0; i + 1 < c.inputs(); ++i) {
      if (!c.ranked(i) || !mod(c.shape(i)[1], 8).is_constant(0))
        return c.error("channels of '" + c.node().input(i)->name() + "' are no whole blocks");
    }
  }
  return concat::infer(c);
}

}  // namespace

/// Concat of nChw8c tensors; along the channels all inputs but the last hold whole blocks.
OpDef definition() {
  return OpDef("ConcatBlocked", "gearbox")
      .input("inputs", kBlockedTypes, Formal::Arity::kVariadic)
      .output("y", kBlockedTypes)
      .attribute("axis", true)
      .infer(infer)
      .axes([](const InferContext& c, int, int64_t axis) {
        return axis == c.attributes().integer("axis", 1) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); });
}

}  // namespace gearbox::ops::concat_blocked
