#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::equal {

/// Element-wise a == b with broadcasting.
OpDef definition() {
  return OpDef("Equal")
      .versions({7, 11, 13, 19})
      .input("A", kAllTypes)
      .input("B", kAllTypes)
      .output("C", kBoolTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs_to_bool(c));
        map_contents(c, [](std::span<const Dim> x) { return known_equal(x[0], x[1]); });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::equal
