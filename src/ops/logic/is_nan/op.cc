#include "ops/rules.h"

namespace gearbox::ops::is_nan {

/// Whether x is not a number.
OpDef definition() {
  return OpDef("IsNaN")
      .versions({9, 13, 20})
      .input("X", kFloatTypes)
      .output("Y", kBoolTypes)
      .infer(broadcast_inputs_to_bool)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::is_nan
