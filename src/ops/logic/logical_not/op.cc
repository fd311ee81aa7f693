#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::logical_not {

/// Logical negation.
OpDef definition() {
  return OpDef("Not")
      .versions({1})
      .input("X", kBoolTypes)
      .output("Y", kBoolTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(same_as_input(c));
        map_contents(c, [](std::span<const Dim> x) { return 1 - x[0]; });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::logical_not
