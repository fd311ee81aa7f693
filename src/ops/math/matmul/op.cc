#include "ops/matmul_rule.h"

namespace gearbox::ops::matmul {

namespace {

constexpr DType kTypes[] = {DType::kF16, DType::kBF16, DType::kF32, DType::kF64, DType::kI32, DType::kU32, DType::kI64, DType::kU64};

}  // namespace

/// Matrix product as numpy's matmul: batch axes broadcast, lists count as a row or a column. Integers since opset 9.
OpDef definition() {
  return OpDef("MatMul")
      .versions({1, 9, 13})
      .input("A", kTypes)
      .input("B", kTypes)
      .output("Y", kTypes)
      .infer([](InferContext& c) { return matmul_shape(c, 0, 1, c.dtype(0)); })
      .axes([](const InferContext& c, int input, int64_t axis) { return matmul_role(c, 0, 1, input, axis); })
      .cost([](const InferContext& c) { return matmul_cost(c, 0, 1); });
}

}  // namespace gearbox::ops::matmul
