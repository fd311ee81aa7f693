#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::instance_normalization {

/// Every channel of every batch element moved to mean 0 and variance 1, then scaled and shifted by channel.
OpDef definition() {
  return OpDef("InstanceNormalization")
      .versions({1, 6, 22})
      .input("input", kFloatTypes)
      .input("scale", kFloatTypes)
      .input("B", kFloatTypes)
      .output("output", kFloatTypes)
      .attribute("epsilon")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) {
          if (c.rank(0) < 2) return c.error(quoted(c, 0) + " needs a batch and a channel axis");
          for (int i : {1, 2}) {
            if (!c.ranked(i)) continue;
            GBX_RETURN_IF_ERROR(c.require_equal(c.volume(i), c.shape(0)[1],
                                                "InstanceNormalization: elements of " + quoted(c, i) + " and channels of " + quoted(c, 0)));
          }
        }
        return same_as_input(c);
      })
      .axes([](const InferContext&, int input, int64_t axis) {
        return input == 0 && axis > 1 ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::instance_normalization
