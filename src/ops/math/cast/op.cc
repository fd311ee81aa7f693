#include "ops/cast_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::cast {

/// Elements converted to type `to`: floats truncate and saturate to integers, anything but 0 is true. The attributes `saturate` and
/// `round_mode` concern 8-bit floats, which are not supported.
OpDef definition() {
  return OpDef("Cast")
      .versions({6, 9, 13, 19, 21, 23, 24, 25})
      .input("input", kAllTypes)
      .output("output", kAllTypes)
      .attribute("to", true)
      .attribute("saturate")
      .attribute("round_mode")
      .infer([](InferContext& c) {
        const int64_t to = c.attributes().integer("to", 0);
        return cast_shape(c, to < 0 || to > 255 ? DType::kUndefined : static_cast<DType>(to));
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); })
      .may_share(0);
}

}  // namespace gearbox::ops::cast
