#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::pow {

/// A raised to B with broadcasting, in the type of A. Since opset 12 the exponent may have another type.
OpDef definition() {
  return OpDef("Pow")
      .versions({7, 12, 13, 15})
      .input("X", kNumericTypes)
      .input("Y", kNumericTypes)
      .output("Z", kNumericTypes)
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        map_contents(c, [](std::span<const Dim> x) {
          if (!x[1].is_constant() || x[1].value() < 0 || x[1].value() > 8) return Dim::overflow();
          Dim power = 1;
          for (int64_t i = 0; i < x[1].value(); ++i) power = power * x[0];
          return power;
        });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 20); })
      .may_share(0);
}

}  // namespace gearbox::ops::pow
