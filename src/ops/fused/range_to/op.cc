#include "ops/arguments.h"
#include "ops/fused/extents_attribute.h"

namespace gearbox::ops::range_to {

namespace {

Status infer(InferContext& c) {
  GBX_ASSIGN_OR_RETURN(Shape shape, extents_of(c));
  if (shape.size() != 1) return c.error("must have one extent");
  c.output(0, DType::kI64, std::move(shape));
  return {};
}

}  // namespace

/// A Range of int64 from `start` by `step` whose length is an expression of the inputs' extents.
OpDef definition() {
  return OpDef("RangeTo", "gearbox")
      .output("output", kInt64Types)
      .attribute(kExtentsAttribute, true)
      .attribute("start", true)
      .attribute("step", true)
      .infer(infer)
      .cost(move_cost);
}

}  // namespace gearbox::ops::range_to
