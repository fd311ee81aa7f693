#include "ops/rules.h"

namespace gearbox::ops::bit_shift {

constexpr DType kUnsignedTypes[] = {DType::kU8, DType::kU16, DType::kU32, DType::kU64};

/// X shifted by Y bits with broadcasting; direction is LEFT or RIGHT. Counts of the width and above give 0.
OpDef definition() {
  return OpDef("BitShift")
      .versions({11})
      .input("X", kUnsignedTypes)
      .input("Y", kUnsignedTypes)
      .output("Z", kUnsignedTypes)
      .attribute("direction", true)
      .infer([](InferContext& c) -> Status {
        const std::string direction = c.attributes().text("direction", "");
        if (direction != "LEFT" && direction != "RIGHT") return c.error("direction is '" + direction + "', expected LEFT or RIGHT");
        return broadcast_inputs(c);
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0)
      .may_share(1);
}

}  // namespace gearbox::ops::bit_shift
