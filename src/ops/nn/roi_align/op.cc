#include "ops/arguments.h"

namespace gearbox::ops::roi_align {

namespace {

Status infer(InferContext& c) {
  const int64_t height = c.attributes().integer("output_height", 1), width = c.attributes().integer("output_width", 1);
  const std::string mode = c.attributes().text("mode", "avg");
  if (height < 0 || width < 0) return c.error("'output_height' and 'output_width' must not be negative");
  if (mode != "avg" && mode != "max") return c.error("mode '" + mode + "' is not known");
  if (c.ranked(0) && c.rank(0) != 4) return c.error(quoted(c, 0) + " must have 4 axes");
  if (c.ranked(1)) {
    if (c.rank(1) != 2) return c.error(quoted(c, 1) + " must have 2 axes");
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(1)[1], 4, "RoiAlign: numbers of a region in " + quoted(c, 1)));
    if (c.ranked(2))
      GBX_RETURN_IF_ERROR(c.require_equal(c.shape(1)[0], c.volume(2), "RoiAlign: regions in " + quoted(c, 1) + " and " + quoted(c, 2)));
  }
  const Dim regions = c.ranked(1) ? c.shape(1)[0] : c.ranked(2) ? c.volume(2) : late_axis(c, 0, 0);
  c.output(0, c.dtype(0), {regions, c.ranked(0) ? c.shape(0)[1] : late_axis(c, 0, 1), height, width});
  return {};
}

}  // namespace

/// Regions [x1, y1, x2, y2] of the input divided into a grid of cells, each the mean (or maximum) of interpolated samples.
OpDef definition() {
  return OpDef("RoiAlign")
      .versions({10, 16, 22})
      .input("X", kFloatTypes)
      .input("rois", kFloatTypes)
      .input("batch_indices", kInt64Types)
      .output("Y", kFloatTypes)
      .attribute("coordinate_transformation_mode")
      .attribute("mode")
      .attribute("output_height")
      .attribute("output_width")
      .attribute("sampling_ratio")
      .attribute("spatial_scale")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        return axis == (input == 0 ? 1 : 0) ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::roi_align
