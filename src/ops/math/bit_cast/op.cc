#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::bit_cast {

/// The same bits as elements of type `to`, which must be as wide.
OpDef definition() {
  return OpDef("BitCast")
      .versions({26})
      .input("input", kAllTypes)
      .output("output", kAllTypes)
      .attribute("to", true)
      .infer([](InferContext& c) -> Status {
        GBX_ASSIGN_OR_RETURN(const DType to, type_attribute(c, "to", DType::kUndefined, kAllTypes));
        if (dtype_size(to) != dtype_size(c.dtype(0))) {
          return c.error(std::string(dtype_name(c.dtype(0))) + " and " + std::string(dtype_name(to)) + " differ in width");
        }
        if (c.ranked(0)) {
          c.output(0, to, c.shape(0));
        } else {
          c.output_unranked(0, to);
        }
        return {};
      })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 0); })
      .may_share(0);
}

}  // namespace gearbox::ops::bit_cast
