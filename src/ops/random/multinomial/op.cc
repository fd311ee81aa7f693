#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::multinomial {

/// Indices drawn from each row of unnormalised log-probabilities [batch, classes]: [batch, sample_size].
OpDef definition() {
  return OpDef("Multinomial")
      .versions({7, 22})
      .input("input", kFloatTypes)
      .output("output", kIndexTypes)
      .attribute("dtype")
      .attribute("sample_size")
      .attribute("seed")
      .infer([](InferContext& c) -> Status {
        GBX_ASSIGN_OR_RETURN(const DType dtype, type_attribute(c, "dtype", DType::kI32, kIndexTypes));
        const int64_t samples = c.attributes().integer("sample_size", 1);
        if (samples < 0) return c.error("sample_size is negative");
        if (c.ranked(0) && c.rank(0) != 2)
          return c.error("the input has rank " + std::to_string(c.rank(0)) + ", expected [batch, classes]");
        if (c.ranked(0)) {
          c.output(0, dtype, {c.shape(0)[0], samples});
        } else {
          c.output_late(0, dtype, 2);
        }
        return {};
      })
      .axes([](const InferContext&, int, int64_t axis) { return axis == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); })
      .not_pure();
}

}  // namespace gearbox::ops::multinomial
