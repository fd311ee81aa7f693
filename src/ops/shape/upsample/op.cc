#include "ops/arguments.h"
#include "ops/run/scaled_extent.h"

namespace gearbox::ops::upsample {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  std::vector<double> scales;
  if (c.has_input(1)) {
    const Literal* constant = c.constant(1);
    if (!constant) {
      c.output_late(0, c.dtype(0), c.rank(0));
      return {};
    }
    scales = constant->as_double();
  } else {
    for (float scale : c.attributes().reals("scales")) scales.push_back(scale);
  }
  Shape shape = c.shape(0);
  if (scales.size() != shape.size())
    return c.error(std::to_string(scales.size()) + " scales for " + std::to_string(shape.size()) + " axes");
  for (size_t k = 0; k < shape.size(); ++k) {
    const float scale = static_cast<float>(scales[k]);
    if (!usable_scale(scale)) return c.error("scale " + std::to_string(scale) + " for axis " + std::to_string(k) + " is not positive");
    shape[k] = scaled_extent<Dim>(shape[k], scale);
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Resize of opsets 7 to 9: every axis times its scale, the input read at index / scale.
OpDef definition() {
  return OpDef("Upsample")
      .versions({7, 9})
      .input("X", kNumericTypes)
      .input("scales", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kNumericTypes)
      .attribute("mode")
      .attribute("scales")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const Value* output = c.node().output(0);
        if (input > 0 || !output || !output->type().ranked()) return AxisRole::kOpaque;
        return output->type().dim(axis) == c.shape(0)[static_cast<size_t>(axis)] ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::upsample
