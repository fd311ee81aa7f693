#include "ops/arguments.h"

namespace gearbox::ops::grid_sample {

namespace {

Status infer(InferContext& c) {
  const std::string mode = c.attributes().text("mode", "bilinear"), padding = c.attributes().text("padding_mode", "zeros");
  if (mode != "bilinear" && mode != "linear" && mode != "nearest" && mode != "bicubic" && mode != "cubic")
    return c.error("mode '" + mode + "' is not known");
  if (padding != "zeros" && padding != "border" && padding != "reflection") return c.error("padding_mode '" + padding + "' is not known");
  if (!c.ranked(0) || !c.ranked(1)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) ? std::optional(c.rank(0)) : c.ranked(1) ? std::optional(c.rank(1)) : std::nullopt);
    return {};
  }
  if (c.rank(0) < 3 || c.rank(0) != c.rank(1))
    return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes, 3 at least");
  const Shape &x = c.shape(0), &grid = c.shape(1);
  GBX_RETURN_IF_ERROR(c.require_equal(x[0], grid[0], "GridSample: batches of " + quoted(c, 0) + " and " + quoted(c, 1)));
  GBX_RETURN_IF_ERROR(c.require_equal(grid.back(), c.rank(0) - 2, "GridSample: coordinates of a place in " + quoted(c, 1)));
  Shape shape = {x[0], x[1]};
  shape.insert(shape.end(), grid.begin() + 1, grid.end() - 1);
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// The input read at the places in the grid, whose coordinates (last spatial axis first) run from -1 to 1 over the input's extents.
OpDef definition() {
  return OpDef("GridSample")
      .versions({16, 20, 22})
      .input("X", kAllTypes)
      .input("grid", kFloatTypes)
      .output("Y", kAllTypes)
      .attribute("align_corners")
      .attribute("mode")
      .attribute("padding_mode")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (axis == 0 || (input == 0 && axis == 1)) return AxisRole::kIndependent;
        return input == 1 && axis < c.rank(1) - 1 ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost([](const InferContext& c) {
        Cost cost = move_cost(c);
        cost.flops = cost.bytes * 2;
        return cost;
      });
}

}  // namespace gearbox::ops::grid_sample
