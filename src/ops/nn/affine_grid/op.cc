#include "ops/arguments.h"

namespace gearbox::ops::affine_grid {

namespace {

Status infer(InferContext& c) {
  if (c.ranked(0) && c.rank(0) != 3) return c.error(quoted(c, 0) + " must have 3 axes");
  const IntegerArgument size = integer_argument(c, "", 1);
  if (size.count && *size.count != 4 && *size.count != 5) return c.error(quoted(c, 1) + " must hold 4 or 5 extents");
  if (!size.elements) {
    output_of_rank(c, 0, c.dtype(0), size.count);
    return {};
  }
  const int64_t spatial = *size.count - 2;
  Shape shape = {(*size.elements)[0]};
  shape.insert(shape.end(), size.elements->begin() + 2, size.elements->end());
  for (const Dim& extent : shape) GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "AffineGrid: extents in " + quoted(c, 1)));
  if (c.ranked(0)) {
    const Dim expected[] = {shape[0], spatial, spatial + 1};
    for (size_t k = 0; k < 3; ++k) {
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.shape(0)[k], expected[k], "AffineGrid: extent of " + quoted(c, 0) + " at axis " + std::to_string(k)));
    }
  }
  shape.push_back(spatial);
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// The grid for GridSample that reads an image under affine maps: theta [N, d, d + 1] times every place of an image with the extents
/// [N, C, spatial…] in `size`, whose coordinates run from -1 to 1, last axis first.
OpDef definition() {
  return OpDef("AffineGrid")
      .versions({20})
      .input("theta", kFloatTypes)
      .input("size", kInt64Types)
      .output("grid", kFloatTypes)
      .attribute("align_corners")
      .infer(infer)
      .axes(
          [](const InferContext&, int input, int64_t axis) { return input == 0 && axis == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::affine_grid
