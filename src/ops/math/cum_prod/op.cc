#include "ops/cumulative_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::cum_prod {

/// Running product along the axis that the second input holds; `exclusive` leaves each element out of its own product, `reverse` runs from
/// the end.
OpDef definition() {
  return OpDef("CumProd")
      .versions({26})
      .input("x", kNumericTypes)
      .input("axis", kIndexTypes)
      .output("y", kNumericTypes)
      .attribute("exclusive")
      .attribute("reverse")
      .infer(cumulative_shape)
      .axes(cumulative_role)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::cum_prod
