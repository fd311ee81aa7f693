#include "ops/rules.h"

namespace gearbox::ops::dynamic_quantize_linear {

namespace {

constexpr DType kF32[] = {DType::kF32};
constexpr DType kU8[] = {DType::kU8};

}  // namespace

/// Quantises to u8 by the range that the elements (and 0) span; also gives the scale and the zero point.
OpDef definition() {
  return OpDef("DynamicQuantizeLinear")
      .versions({11})
      .input("x", kF32)
      .output("y", kU8)
      .output("y_scale", kF32)
      .output("y_zero_point", kU8)
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) {
          c.output(0, DType::kU8, c.shape(0));
        } else {
          c.output_unranked(0, DType::kU8);
        }
        c.output(1, DType::kF32, {});
        c.output(2, DType::kU8, {});
        return {};
      })
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kNormalised; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 6); });
}

}  // namespace gearbox::ops::dynamic_quantize_linear
