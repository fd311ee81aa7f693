#include "ops/rules.h"

namespace gearbox::ops::sign {

/// -1, 0 or 1; NaN stays.
OpDef definition() {
  return OpDef("Sign")
      .versions({9, 13})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::sign
