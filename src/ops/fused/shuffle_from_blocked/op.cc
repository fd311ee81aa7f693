#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::shuffle_from_blocked {

namespace {

Status infer(InferContext& c) {
  const Ints factors = c.attributes().integers("factors");
  if (!c.ranked(0) || c.rank(0) != 4 || factors.size() != 2 || factors[0] < 1 || factors[1] < 1)
    return c.error("needs an image and two factors");
  Shape shape = c.shape(0);
  const int64_t all = factors[0] * factors[1];
  GBX_RETURN_IF_ERROR(c.require_equal(mod(shape[1], all), 0, "channels of " + quoted(c, 0) + " left over by the factors"));
  shape[1] = floordiv(shape[1], all);
  shape[2] = shape[2] * factors[0];
  shape[3] = shape[3] * factors[1];
  c.output(0, DType::kF32, std::move(shape));
  return {};
}

}  // namespace

/// nChw8c [N, C fh fw, H, W] to plain [N, C, H fh, W fw]: see kernels/shuffle.h. `factors` are fh and fw.
OpDef definition() {
  return OpDef("ShuffleFromBlocked", "gearbox")
      .input("x", kBlockedTypes)
      .output("y", kBlockedTypes)
      .attribute("factors", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t axis) { return axis == 0 ? AxisRole::kIndependent : AxisRole::kPermuted; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); });
}

}  // namespace gearbox::ops::shuffle_from_blocked
