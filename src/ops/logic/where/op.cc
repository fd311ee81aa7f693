#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::where {

/// X where the condition holds, else Y, with broadcasting of all three.
OpDef definition() {
  return OpDef("Where")
      .versions({9, 16})
      .input("condition", kBoolTypes)
      .input("X", {})
      .input("Y", {})
      .output("output", {})
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        if (Value* output = c.node().output(0)) output->type().dtype = c.dtype(1);
        map_contents(c, [](std::span<const Dim> x) {
          if (x[1] == x[2]) return x[1];
          return x[0].is_constant() ? x[x[0].is_constant(0) ? 2 : 1] : Dim::overflow();
        });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(1)
      .may_share(2);
}

}  // namespace gearbox::ops::where
