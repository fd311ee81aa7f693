#include "ops/arguments.h"

namespace gearbox::ops::constant_of_shape {

namespace {

Status infer(InferContext& c) {
  const Literal* value = c.attributes().literal("value");
  if (value && value->elements() != 1) return c.error("attribute 'value' must hold one element");
  const DType dtype = value ? value->dtype() : DType::kF32;
  const IntegerArgument extents = integer_argument(c, "", 0);
  if (!extents.elements) {
    output_of_rank(c, 0, dtype, extents.count);
    return {};
  }
  for (const Dim& extent : *extents.elements) {
    GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "ConstantOfShape: extents in " + quoted(c, 0)));
  }
  c.output(0, dtype, *extents.elements);
  const Dim volume = product(*extents.elements);
  if (value && is_integer(dtype) && volume.is_constant() && volume.value() <= static_cast<int64_t>(InferContext::kMaxContents)) {
    c.contents(0, std::vector<Dim>(static_cast<size_t>(volume.value()), Dim(value->as_int64()[0])));
  }
  return {};
}

}  // namespace

/// A tensor with the extents that the input lists, filled with the only element of `value` (f32 zero by default).
OpDef definition() {
  return OpDef("ConstantOfShape")
      .versions({9, 20, 21, 23, 24, 25})
      .input("input", kInt64Types)
      .output("output", {})
      .attribute("value")
      .infer(infer)
      .cost(move_cost);
}

}  // namespace gearbox::ops::constant_of_shape
