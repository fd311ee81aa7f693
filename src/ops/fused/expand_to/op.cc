#include "ops/arguments.h"
#include "ops/fused/extents_attribute.h"

namespace gearbox::ops::expand_to {

namespace {

Status infer(InferContext& c) {
  GBX_ASSIGN_OR_RETURN(const Shape requested, extents_of(c));
  if (!c.ranked(0)) return c.error("the rank of its input must be known");
  for (const Dim& extent : requested) {
    GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "Expand: extents asked for " + quoted(c, 0)));
  }
  const Shape shapes[] = {c.shape(0), requested};
  GBX_ASSIGN_OR_RETURN(Shape shape, c.broadcast_shapes(shapes));
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// An Expand whose requested extents are expressions of the inputs' extents.
OpDef definition() {
  return OpDef("ExpandTo", "gearbox")
      .input("input", {})
      .output("output", {})
      .attribute(kExtentsAttribute)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kIndependent; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::expand_to
