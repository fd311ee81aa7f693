#include "ops/rules.h"

namespace gearbox::ops::is_inf {

/// Whether x is an infinity; detect_positive = 0 or detect_negative = 0 leaves that sign out.
OpDef definition() {
  return OpDef("IsInf")
      .versions({10, 20})
      .input("X", kFloatTypes)
      .output("Y", kBoolTypes)
      .attribute("detect_negative")
      .attribute("detect_positive")
      .infer(broadcast_inputs_to_bool)
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::is_inf
