#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::greater_or_equal {

/// Element-wise a >= b with broadcasting.
OpDef definition() {
  return OpDef("GreaterOrEqual")
      .versions({12, 16})
      .input("A", kNumericTypes)
      .input("B", kNumericTypes)
      .output("C", kBoolTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs_to_bool(c));
        map_contents(c, [](std::span<const Dim> x) { return known_less(x[1] - 1, x[0]); });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::greater_or_equal
