#include "ops/arguments.h"

namespace gearbox::ops::space_to_depth {

namespace {

Status infer(InferContext& c) {
  const int64_t block = c.attributes().integer("blocksize", 0);
  if (block < 1 || block > (1 << 20)) return c.error("'blocksize' " + std::to_string(block) + " is not usable");
  if (!c.ranked(0)) {
    c.output_late(0, c.dtype(0), 4);
    return {};
  }
  if (c.rank(0) != 4) return c.error(quoted(c, 0) + " must have 4 axes");
  const Shape& shape = c.shape(0);
  Shape out = {shape[0], shape[1] * (block * block), floordiv(shape[2], block), floordiv(shape[3], block)};
  for (size_t axis : {2, 3}) {
    GBX_RETURN_IF_ERROR(
        c.require_equal(shape[axis], out[axis] * block,
                        "SpaceToDepth: extent of " + quoted(c, 0) + " at axis " + std::to_string(axis) + " and a multiple of blocksize"));
  }
  c.output(0, c.dtype(0), std::move(out));
  return {};
}

}  // namespace

/// Squares of pixels rearranged to channels; the place in the square varies slower than the channel.
OpDef definition() {
  return OpDef("SpaceToDepth")
      .versions({1, 13})
      .input("input", {})
      .output("output", {})
      .attribute("blocksize", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t axis) { return axis == 0 ? AxisRole::kIndependent : AxisRole::kPermuted; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::space_to_depth
