#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::group_normalization {

namespace {

Status infer(InferContext& c) {
  const int64_t groups = c.attributes().integer("num_groups", 0);
  if (groups < 1) return c.error("'num_groups' is " + std::to_string(groups));
  if (c.ranked(0)) {
    if (c.rank(0) < 2) return c.error(quoted(c, 0) + " needs a batch and a channel axis");
    const Dim channels = c.shape(0)[1];
    GBX_RETURN_IF_ERROR(
        c.require_equal(mod(channels, groups), 0, "GroupNormalization: channels of " + quoted(c, 0) + " left over by 'num_groups'"));
    for (int i : {1, 2}) {
      if (!c.ranked(i)) continue;
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.volume(i), c.version() < 21 ? Dim(groups) : channels, "GroupNormalization: elements of " + quoted(c, i)));
    }
  }
  return same_as_input(c);
}

}  // namespace

/// Groups of channels, each moved to mean 0 and variance 1, then scaled and shifted: by channel, by group before opset 21.
OpDef definition() {
  return OpDef("GroupNormalization")
      .versions({18, 21})
      .input("X", kFloatTypes)
      .input("scale", kFloatTypes)
      .input("bias", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("epsilon")
      .attribute("num_groups", true)
      .attribute("stash_type")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        return input == 0 && axis > 0 ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::group_normalization
