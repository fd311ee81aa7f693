#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::logical_and {

/// Element-wise a and b with broadcasting.
OpDef definition() {
  return OpDef("And")
      .versions({7})
      .input("A", kBoolTypes)
      .input("B", kBoolTypes)
      .output("C", kBoolTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        map_contents(c, [](std::span<const Dim> x) { return x[0] * x[1]; });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::logical_and
