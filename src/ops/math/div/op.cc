#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::div {

/// Element-wise quotient with multidirectional broadcasting. Integers truncate towards zero; a zero divisor gives 0.
OpDef definition() {
  return OpDef("Div")
      .versions({7, 13, 14})
      .input("A", kNumericTypes)
      .input("B", kNumericTypes)
      .output("C", kNumericTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        map_contents(c, [](std::span<const Dim> x) { return truncated_quotient(x[0], x[1]); });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::div
