#include "ops/fused/blocked_rule.h"

namespace gearbox::ops::take_channels_blocked {

namespace {

Status infer(InferContext& c) {
  const Ints begins = c.attributes().integers("begins"), counts = c.attributes().integers("counts");
  if (!c.ranked(0) || c.rank(0) < 2 || begins.size() != counts.size() || static_cast<int>(begins.size()) != c.outputs()) {
    return c.error("needs an input of known rank and one begin and count per output");
  }
  Shape shape = c.shape(0);
  const Dim channels = shape[1];
  for (int i = 0; i < c.outputs(); ++i) {
    const int64_t begin = begins[static_cast<size_t>(i)], count = counts[static_cast<size_t>(i)];
    if (begin < 0 || begin % 8 != 0 || count < 0)
      return c.error("channels " + std::to_string(begin) + " and following do not begin a block");
    GBX_RETURN_IF_ERROR(c.require_at_least(channels, begin + count, "channels of " + quoted(c, 0)));
    shape[1] = count;
    c.output(i, DType::kF32, shape);
  }
  return {};
}

}  // namespace

/// Of an nChw8c tensor, for each output the `counts` channels from `begins` on, which are multiples of 8; nChw8c.
OpDef definition() {
  return OpDef("TakeChannelsBlocked", "gearbox")
      .input("x", kBlockedTypes)
      .output("outputs", kBlockedTypes, Formal::Arity::kVariadic)
      .attribute("begins", true)
      .attribute("counts", true)
      .infer(infer)
      .axes([](const InferContext&, int, int64_t axis) { return axis == 1 ? AxisRole::kPermuted : AxisRole::kIndependent; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); });
}

}  // namespace gearbox::ops::take_channels_blocked
