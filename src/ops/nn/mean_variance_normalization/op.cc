#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::mean_variance_normalization {

/// Moved to mean 0 and standard deviation 1 over `axes` together: batch, height and width by default.
OpDef definition() {
  return OpDef("MeanVarianceNormalization")
      .versions({9, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("axes")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) GBX_RETURN_IF_ERROR(normal_axes(c, c.attributes().integers("axes", {0, 2, 3}), c.rank(0)).status());
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int, int64_t axis) {
        for (int64_t normal : c.attributes().integers("axes", {0, 2, 3})) {
          if (axis == (normal < 0 ? normal + c.rank(0) : normal)) return AxisRole::kNormalised;
        }
        return AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::mean_variance_normalization
