#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::cum_sum {

/// Running sum along the axis that the second input holds; `exclusive` leaves each element out of its own sum, `reverse` runs from
/// the end.
OpDef definition() {
  return OpDef("CumSum")
      .versions({11, 14})
      .input("x", kNumericTypes)
      .input("axis", kIndexTypes)
      .output("y", kNumericTypes)
      .attribute("exclusive")
      .attribute("reverse")
      .infer([](InferContext& c) -> Status {
        const auto axis = scalar_contents(c, 1);
        if (axis && axis->is_constant() && c.ranked(0)) GBX_RETURN_IF_ERROR(c.axis(axis->value(), c.rank(0)).status());
        return same_as_input(c);
      })
      .axes([](const InferContext& c, int input, int64_t axis) {
        const auto along = scalar_contents(c, 1);
        if (input != 0 || !along || !along->is_constant()) return AxisRole::kOpaque;
        return axis == (along->value() < 0 ? along->value() + c.rank(0) : along->value()) ? AxisRole::kScanned : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::cum_sum
