#include "ops/contents.h"
#include "ops/rules.h"

namespace gearbox::ops::modulo {

/// Element-wise remainder with broadcasting: the sign is the divisor's, or with fmod = 1 the dividend's. A zero integer divisor gives 0.
OpDef definition() {
  return OpDef("Mod")
      .versions({10, 13})
      .input("A", kNumericTypes)
      .input("B", kNumericTypes)
      .output("C", kNumericTypes)
      .attribute("fmod")
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(broadcast_inputs(c));
        const bool sign_of_dividend = c.attributes().integer("fmod", 0) != 0;
        if (!sign_of_dividend && is_float(c.dtype(0))) return c.error("Mod of floats needs the attribute fmod = 1");
        map_contents(c, [](std::span<const Dim> x) {
          const bool same_sign = bounds(x[0]).lower >= 0 && bounds(x[1]).lower >= 0 && !x[1].is_constant(0);
          return same_sign ? mod(x[0], x[1]) : Dim::overflow();
        });
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 4); })
      .may_share(0);
}

}  // namespace gearbox::ops::modulo
