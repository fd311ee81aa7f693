#include "ops/rules.h"

namespace gearbox::ops::softsign {

/// x / (1 + |x|).
OpDef definition() {
  return OpDef("Softsign")
      .versions({1, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer(same_as_input)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 3); })
      .may_share(0);
}

}  // namespace gearbox::ops::softsign
