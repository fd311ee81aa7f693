#include "ops/rules.h"

namespace gearbox::ops::log_softmax {

/// The logarithm of Softmax. Up to opset 12 all axes from `axis` (default 1) on count as one; since 13 one axis (default -1).
OpDef definition() {
  return OpDef("LogSoftmax")
      .versions({1, 11, 13})
      .input("input", kFloatTypes)
      .output("output", kFloatTypes)
      .attribute("axis")
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0)) GBX_RETURN_IF_ERROR(c.axis(c.attributes().integer("axis", c.version() < 13 ? 1 : -1), c.rank(0)).status());
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int, int64_t axis) {
        const int64_t from = c.attributes().integer("axis", c.version() < 13 ? 1 : -1);
        const int64_t first = from < 0 ? from + c.rank(0) : from;
        return axis == first || (c.version() < 13 && axis > first) ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 8); })
      .may_share(0);
}

}  // namespace gearbox::ops::log_softmax
