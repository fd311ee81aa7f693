#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::neg {

/// -x; integers wrap.
OpDef definition() {
  return OpDef("Neg")
      .versions({6, 13})
      .input("X", kNumericTypes)
      .output("Y", kNumericTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(same_as_input(c));
        map_contents(c, [](std::span<const Dim> x) { return -x[0]; });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::neg
