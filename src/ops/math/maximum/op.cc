#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::maximum {

/// Element-wise largest of all inputs with broadcasting; NaN wins.
OpDef definition() {
  return OpDef("Max")
      .versions({6, 8, 12, 13})
      .input("data", kNumericTypes, Formal::Arity::kVariadic)
      .output("result", kNumericTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        map_contents(c, [](std::span<const Dim> x) {
          Dim folded = x[0];
          for (Dim operand : x.subspan(1)) folded = max(folded, operand);
          return folded;
        });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::maximum
