#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::rms_normalization {

/// The axes from `axis` on divided by the root of their mean square, then scaled.
OpDef definition() {
  return OpDef("RMSNormalization")
      .versions({23})
      .input("X", kFloatTypes)
      .input("scale", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("axis")
      .attribute("epsilon")
      .attribute("stash_type")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) {
          GBX_RETURN_IF_ERROR(normal_axes(c, {c.attributes().integer("axis", -1)}, c.rank(0)).status());
          if (c.ranked(1)) GBX_RETURN_IF_ERROR(c.require_broadcasts_to(1, c.shape(0)));
        }
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t from = c.attributes().integer("axis", -1);
        return input == 0 && axis >= (from < 0 ? from + c.rank(0) : from) ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 6); })
      .may_share(0);
}

}  // namespace gearbox::ops::rms_normalization
