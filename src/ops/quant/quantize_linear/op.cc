#include <algorithm>

#include "ops/quantise_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::quantize_linear {

namespace {

constexpr DType kInputs[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kI32};

DType output_type(const InferContext& c) {
  if (c.has_input(2)) return c.dtype(2);
  const int64_t type = c.attributes().integer("output_dtype", 0);
  return type == 0 ? DType::kU8 : static_cast<DType>(std::clamp<int64_t>(type, 0, 255));
}

Status infer(InferContext& c) {
  const DType type = output_type(c);
  if (std::find(std::begin(kQuantisedTypes), std::end(kQuantisedTypes), type) == std::end(kQuantisedTypes)) {
    return c.error("quantisation to ONNX element type " + std::to_string(static_cast<int>(type)) + " is not supported");
  }
  return quantised_shape(c, type);
}

}  // namespace

/// round(x / scale) + zero point, to nearest even, saturated. One scale for all, per index of `axis`, or per block of `block_size`
/// indices of it. The result has the zero point's type, else `output_dtype`, else u8.
OpDef definition() {
  return OpDef("QuantizeLinear")
      .versions({10, 13, 19, 21, 23, 24, 25})
      .input("x", kInputs)
      .input("y_scale", kInputs)
      .input("y_zero_point", kQuantisedTypes, Formal::Arity::kOptional)
      .output("y", kQuantisedTypes)
      .attribute("axis")
      .attribute("block_size")
      .attribute("output_dtype")
      .attribute("precision")
      .attribute("saturate")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 4); });
}

}  // namespace gearbox::ops::quantize_linear
