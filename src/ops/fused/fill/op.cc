#include "ops/arguments.h"
#include "ops/fused/extents_attribute.h"

namespace gearbox::ops::fill {

namespace {

Status infer(InferContext& c) {
  const Literal* value = c.attributes().literal("value");
  if (value && value->elements() != 1) return c.error("attribute 'value' must hold one element");
  GBX_ASSIGN_OR_RETURN(Shape shape, extents_of(c));
  for (const Dim& extent : shape) GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "ConstantOfShape: extents asked for"));
  c.output(0, value ? value->dtype() : DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// A ConstantOfShape whose extents are expressions of the inputs' extents.
OpDef definition() {
  return OpDef("Fill", "gearbox").output("output", {}).attribute(kExtentsAttribute).attribute("value").infer(infer).cost(move_cost);
}

}  // namespace gearbox::ops::fill
