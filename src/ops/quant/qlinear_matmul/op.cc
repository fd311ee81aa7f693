#include "ops/matmul_rule.h"
#include "ops/quantise_rule.h"

namespace gearbox::ops::qlinear_matmul {

/// Matrix product of quantised operands, quantised again. A's scale and zero point may be one per row, B's one per column.
OpDef definition() {
  return OpDef("QLinearMatMul")
      .versions({10, 21})
      .input("a", kByteTypes)
      .input("a_scale", kScaleTypes)
      .input("a_zero_point", kByteTypes)
      .input("b", kByteTypes)
      .input("b_scale", kScaleTypes)
      .input("b_zero_point", kByteTypes)
      .input("y_scale", kScaleTypes)
      .input("y_zero_point", kByteTypes)
      .output("y", kByteTypes)
      .infer([](InferContext& c) { return matmul_shape(c, 0, 3, c.dtype(7)); })
      .axes([](const InferContext& c, int input, int64_t axis) { return matmul_role(c, 0, 3, input, axis); })
      .cost([](const InferContext& c) { return matmul_cost(c, 0, 3); });
}

}  // namespace gearbox::ops::qlinear_matmul
