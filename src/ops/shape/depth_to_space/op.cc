#include "ops/arguments.h"

namespace gearbox::ops::depth_to_space {

namespace {

Status infer(InferContext& c) {
  const int64_t block = c.attributes().integer("blocksize", 0);
  if (block < 1 || block > (1 << 20)) return c.error("'blocksize' " + std::to_string(block) + " is not usable");
  const std::string mode = c.attributes().text("mode", "DCR");
  if (mode != "DCR" && mode != "CRD") return c.error("mode '" + mode + "' is not known");
  if (!c.ranked(0)) {
    c.output_late(0, c.dtype(0), 4);
    return {};
  }
  if (c.rank(0) != 4) return c.error(quoted(c, 0) + " must have 4 axes");
  const Shape& shape = c.shape(0);
  const Dim channels = floordiv(shape[1], block * block);
  GBX_RETURN_IF_ERROR(c.require_equal(shape[1], channels * (block * block),
                                      "DepthToSpace: channels of " + quoted(c, 0) + " and a multiple of blocksize squared"));
  c.output(0, c.dtype(0), {shape[0], channels, shape[2] * block, shape[3] * block});
  return {};
}

}  // namespace

/// Channels rearranged to squares of pixels. In mode DCR the place in the square varies slower than the channel, in mode CRD faster.
OpDef definition() {
  return OpDef("DepthToSpace")
      .versions({1, 11, 13})
      .input("input", {})
      .output("output", {})
      .attribute("blocksize", true)
      .attribute("mode")
      .infer(infer)
      .axes([](const InferContext&, int, int64_t axis) { return axis == 0 ? AxisRole::kIndependent : AxisRole::kPermuted; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::depth_to_space
