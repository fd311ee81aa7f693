#include "ops/arguments.h"
#include "ops/scatter_rule.h"

namespace gearbox::ops::scatter_elements {

/// A copy of `data` with every update written at the place of its index but, along `axis`, where the index says. `reduction` combines it
/// with what is there; indices that repeat count one after another.
OpDef definition() {
  return OpDef("ScatterElements")
      .versions({11, 13, 16, 18})
      .input("data", kAllTypes)
      .input("indices", kIndexTypes)
      .input("updates", kAllTypes)
      .output("output", kAllTypes)
      .attribute("axis")
      .attribute("reduction")
      .infer(scattered_shape)
      .axes(scattered_role)
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::scatter_elements
