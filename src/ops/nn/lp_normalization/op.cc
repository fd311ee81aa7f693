#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::lp_normalization {

/// One axis divided by its 1-norm or 2-norm; zeros stay where the norm is 0.
OpDef definition() {
  return OpDef("LpNormalization")
      .versions({1, 22})
      .input("input", kFloatTypes)
      .output("output", kFloatTypes)
      .attribute("axis")
      .attribute("p")
      .infer([](InferContext& c) -> Status {
        const int64_t p = c.attributes().integer("p", 2);
        if (p != 1 && p != 2) return c.error("'p' is " + std::to_string(p) + ", 1 or 2 expected");
        if (c.ranked(0)) GBX_RETURN_IF_ERROR(normal_axes(c, {c.attributes().integer("axis", -1)}, c.rank(0)).status());
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int, int64_t axis) {
        const int64_t normal = c.attributes().integer("axis", -1);
        return axis == (normal < 0 ? normal + c.rank(0) : normal) ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 4); })
      .may_share(0);
}

}  // namespace gearbox::ops::lp_normalization
