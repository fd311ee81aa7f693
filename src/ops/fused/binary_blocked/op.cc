#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::binary_blocked {

/// Add, Sub, Mul, Div, Max or Min (`function`) of two nChw8c tensors of one rank whose extents broadcast, then the epilogue: for operands
/// whose extents are not equal by proof. Equal extents are fast.
OpDef definition() {
  return with_epilogue(OpDef("BinaryBlocked", "gearbox")
                           .input("a", kBlockedTypes)
                           .input("b", kBlockedTypes)
                           .input("operands", {}, Formal::Arity::kVariadic))
      .output("y", kBlockedTypes)
      .attribute("function", true)
      .infer([](InferContext& c) -> Status {
        if (!c.ranked(0) || !c.ranked(1)) return c.error("the ranks of its inputs must be known");
        const Shape shapes[] = {c.shape(0), c.shape(1)};
        GBX_ASSIGN_OR_RETURN(Shape shape, c.broadcast_shapes(shapes));
        c.output(0, DType::kF32, std::move(shape));
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::binary_blocked
