#include "ops/arguments.h"

namespace gearbox::ops::col2im {

namespace {

Status infer(InferContext& c) {
  const auto image = c.contents(1), block = c.contents(2);
  if (!image || !block) {
    const auto axes = integer_argument(c, "", 1).count;
    output_of_rank(c, 0, c.dtype(0), axes ? std::optional(*axes + 2) : std::nullopt);
    return {};
  }
  if (image->size() != block->size()) return c.error(quoted(c, 1) + " and " + quoted(c, 2) + " must be equally long");
  Shape shape(2);
  if (c.ranked(0)) {
    if (c.rank(0) != 3) return c.error(quoted(c, 0) + " must have 3 axes");
    const Dim taps = product(*block);
    GBX_RETURN_IF_ERROR(c.require_at_least(taps, 1, "Col2Im: elements of a block in " + quoted(c, 2)));
    shape[0] = c.shape(0)[0];
    shape[1] = floordiv(c.shape(0)[1], taps);
    GBX_RETURN_IF_ERROR(
        c.require_equal(c.shape(0)[1], shape[1] * taps, "Col2Im: rows of " + quoted(c, 0) + " and a multiple of the block"));
  } else {
    shape = {late_axis(c, 0, 0), late_axis(c, 0, 1)};
  }
  shape.insert(shape.end(), image->begin(), image->end());
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Columns of blocks put back into an image: blocks that overlap are added. `image_shape` and `block_shape` list spatial extents.
OpDef definition() {
  return OpDef("Col2Im")
      .versions({18})
      .input("input", kNumericTypes)
      .input("image_shape", kInt64Types)
      .input("block_shape", kInt64Types)
      .output("output", kNumericTypes)
      .attribute("dilations")
      .attribute("pads")
      .attribute("strides")
      .infer(infer)
      .axes(
          [](const InferContext&, int input, int64_t axis) { return input == 0 && axis == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::col2im
