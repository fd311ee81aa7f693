#include "ops/rules.h"

namespace gearbox::ops::prelu {

/// x where x >= 0, else slope * x; the slope broadcasts to the shape of X.
OpDef definition() {
  return OpDef("PRelu")
      .versions({7, 9, 16})
      .input("X", kNumericTypes)
      .input("slope", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer([](InferContext& c) -> Status {
        if (c.ranked(0) && c.ranked(1)) GBX_RETURN_IF_ERROR(c.require_broadcasts_to(1, c.shape(0)));
        return same_as_input(c);
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); })
      .may_share(0);
}

}  // namespace gearbox::ops::prelu
