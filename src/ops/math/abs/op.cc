#include "ops/rules.h"

namespace gearbox::ops::abs {

/// |x|. The lowest signed integer stays itself.
OpDef definition() {
  return OpDef("Abs")
      .versions({6, 13})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::abs
