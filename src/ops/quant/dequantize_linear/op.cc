#include "ops/quantise_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::dequantize_linear {

namespace {

Status infer(InferContext& c) {
  const int64_t type = c.attributes().integer("output_dtype", 0);
  const DType dtype = type == 0 ? c.dtype(1) : static_cast<DType>(type);
  if (dtype != DType::kF32 && dtype != DType::kF16 && dtype != DType::kBF16) {
    return c.error("output_dtype " + std::to_string(type) + " is not supported, expected f32, f16 or bf16");
  }
  return quantised_shape(c, dtype);
}

}  // namespace

/// (x - zero point) * scale, in the type of the scale or `output_dtype`. One scale for all, per index of `axis`, or per block of
/// `block_size` indices of it.
OpDef definition() {
  return OpDef("DequantizeLinear")
      .versions({10, 13, 19, 21, 23, 24, 25})
      .input("x", kDequantisedTypes)
      .input("x_scale", kScaleTypes)
      .input("x_zero_point", kDequantisedTypes, Formal::Arity::kOptional)
      .output("y", kScaleTypes)
      .attribute("axis")
      .attribute("block_size")
      .attribute("output_dtype")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); });
}

}  // namespace gearbox::ops::dequantize_linear
