#include "ops/fused/extents_attribute.h"
#include "ops/rules.h"

namespace gearbox::ops::view {

namespace {

Status infer(InferContext& c) {
  GBX_ASSIGN_OR_RETURN(Shape shape, extents_of(c));
  if (!c.ranked(0)) return c.error("the rank of its input must be known");
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.volume(0), product(shape), "Reshape: elements of '" + c.node().input(0)->name() + "' and of the shape asked for"));
  const auto contents = c.contents(0);
  c.output(0, c.dtype(0), std::move(shape));
  if (contents) c.contents(0, *contents);
  return {};
}

}  // namespace

/// A Reshape whose extents are expressions of the inputs' extents.
OpDef definition() {
  return OpDef("View", "gearbox")
      .input("data", {})
      .output("reshaped", {})
      .attribute(kExtentsAttribute)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t) { return AxisRole::kPermuted; })
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::view
