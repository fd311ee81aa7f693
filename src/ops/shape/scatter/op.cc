#include "ops/arguments.h"
#include "ops/scatter_rule.h"

namespace gearbox::ops::scatter {

/// The name of ScatterElements before opset 11, without reductions.
OpDef definition() {
  return OpDef("Scatter")
      .versions({9, 11})
      .input("data", kAllTypes)
      .input("indices", kIndexTypes)
      .input("updates", kAllTypes)
      .output("output", kAllTypes)
      .attribute("axis")
      .infer(scattered_shape)
      .axes(scattered_role)
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::scatter
