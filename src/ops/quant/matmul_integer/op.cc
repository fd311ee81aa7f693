#include "ops/matmul_rule.h"
#include "ops/quantise_rule.h"

namespace gearbox::ops::matmul_integer {

namespace {

constexpr DType kI32[] = {DType::kI32};

}  // namespace

/// Matrix product of bytes minus their zero points, in i32. The zero point of A may be one per row, that of B one per column.
OpDef definition() {
  return OpDef("MatMulInteger")
      .versions({10})
      .input("A", kByteTypes)
      .input("B", kByteTypes)
      .input("a_zero_point", kByteTypes, Formal::Arity::kOptional)
      .input("b_zero_point", kByteTypes, Formal::Arity::kOptional)
      .output("Y", kI32)
      .infer([](InferContext& c) { return matmul_shape(c, 0, 1, DType::kI32); })
      .axes([](const InferContext& c, int input, int64_t axis) { return matmul_role(c, 0, 1, input, axis); })
      .cost([](const InferContext& c) { return matmul_cost(c, 0, 1); });
}

}  // namespace gearbox::ops::matmul_integer
