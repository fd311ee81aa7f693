#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::gemm {

namespace {

constexpr DType kTypes[] = {DType::kF16, DType::kBF16, DType::kF32, DType::kF64, DType::kI32, DType::kU32, DType::kI64, DType::kU64};

bool transposed(const InferContext& c, int input) { return c.attributes().integer(input == 0 ? "transA" : "transB", 0) != 0; }

Status infer(InferContext& c) {
  for (int i = 0; i < 2; ++i) {
    if (!c.ranked(i)) {
      c.output_late(0, c.dtype(0), 2);
      return {};
    }
    if (c.rank(i) != 2) return c.error(quoted(c, i) + " has rank " + std::to_string(c.rank(i)) + ", Gemm needs matrices");
  }
  const size_t k_of_a = transposed(c, 0) ? 0 : 1, k_of_b = transposed(c, 1) ? 1 : 0;
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.shape(0)[k_of_a], c.shape(1)[k_of_b], "Gemm: columns of " + quoted(c, 0) + " and rows of " + quoted(c, 1)));
  const Shape out = {c.shape(0)[1 - k_of_a], c.shape(1)[1 - k_of_b]};
  if (c.has_input(2) && c.ranked(2)) GBX_RETURN_IF_ERROR(c.require_broadcasts_to(2, out));
  c.output(0, c.dtype(0), out);
  return {};
}

AxisRole role(const InferContext& c, int input, int64_t axis) {
  if (input > 1) return AxisRole::kIndependent;
  const int64_t contracted = (input == 0) != transposed(c, input) ? 1 : 0;
  return axis == contracted ? AxisRole::kContracted : AxisRole::kIndependent;
}

Cost cost(const InferContext& c) {
  if (!c.ranked(0) || !c.ranked(1)) return {};
  Cost cost = elementwise_cost(c, 0);
  const Dim n = c.shape(1)[transposed(c, 1) ? 0 : 1];
  cost.flops = c.volume(0) * n * 2;
  return cost;
}

}  // namespace

/// alpha * A B + beta * C, A and B optionally transposed; C broadcasts to the product, and may be left out since opset 11.
OpDef definition() {
  return OpDef("Gemm")
      .versions({7, 9, 11, 13})
      .input("A", kTypes)
      .input("B", kTypes)
      .input("C", kTypes, Formal::Arity::kOptional)
      .output("Y", kTypes)
      .attribute("alpha")
      .attribute("beta")
      .attribute("transA")
      .attribute("transB")
      .infer(infer)
      .axes(role)
      .cost(cost);
}

}  // namespace gearbox::ops::gemm
