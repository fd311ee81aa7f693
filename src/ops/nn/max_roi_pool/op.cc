#include "ops/arguments.h"

namespace gearbox::ops::max_roi_pool {

namespace {

Status infer(InferContext& c) {
  const Ints pooled = c.attributes().integers("pooled_shape");
  if (pooled.size() != 2 || pooled[0] < 1 || pooled[1] < 1) return c.error("'pooled_shape' must be two positive extents");
  if (c.ranked(0) && c.rank(0) != 4) return c.error(quoted(c, 0) + " must have 4 axes");
  if (c.ranked(1)) {
    if (c.rank(1) != 2) return c.error(quoted(c, 1) + " must have 2 axes");
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(1)[1], 5, "MaxRoiPool: numbers of a region in " + quoted(c, 1)));
  }
  c.output(0, c.dtype(0),
           {c.ranked(1) ? c.shape(1)[0] : late_axis(c, 0, 0), c.ranked(0) ? c.shape(0)[1] : late_axis(c, 0, 1), pooled[0], pooled[1]});
  return {};
}

}  // namespace

/// The largest elements in a grid of cells laid over regions [batch, x1, y1, x2, y2] of the input.
OpDef definition() {
  return OpDef("MaxRoiPool")
      .versions({1, 22})
      .input("X", kFloatTypes)
      .input("rois", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("pooled_shape", true)
      .attribute("spatial_scale")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) { return axis == 1 - input ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::max_roi_pool
