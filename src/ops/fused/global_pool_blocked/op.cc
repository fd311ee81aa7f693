#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::global_pool_blocked {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0) || c.rank(0) < 3) return c.error("the rank of its input must be known");
  Shape shape = c.shape(0);
  std::fill(shape.begin() + 2, shape.end(), Dim(1));
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// The mean or maximum (`kind`) over all spatial axes, which become 1; nChw8c, then the epilogue.
OpDef definition() {
  return blocked_operator("GlobalPoolBlocked").input("operands", {}, Formal::Arity::kVariadic).attribute("kind", true).infer(infer);
}

}  // namespace gearbox::ops::global_pool_blocked
