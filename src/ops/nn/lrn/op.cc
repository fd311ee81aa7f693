#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::lrn {

/// Every element divided by (bias + alpha / size * the squares of `size` neighbouring channels) to the power beta.
OpDef definition() {
  return OpDef("LRN")
      .versions({1, 13})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .attribute("alpha")
      .attribute("beta")
      .attribute("bias")
      .attribute("size", true)
      .infer([](InferContext& c) -> Status {
        if (c.attributes().integer("size", 0) < 1) return c.error("'size' is " + std::to_string(c.attributes().integer("size", 0)));
        if (c.ranked(0) && c.rank(0) < 2) return c.error(quoted(c, 0) + " needs a batch and a channel axis");
        return same_as_input(c);
      })
      .axes([](const InferContext&, int, int64_t axis) { return axis == 1 ? AxisRole::kWindow : AxisRole::kIndependent; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 2 * c.attributes().integer("size", 1) + 8); });
}

}  // namespace gearbox::ops::lrn
