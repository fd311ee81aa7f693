#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_sum {

/// Sum along axes; 0 of an empty set.
OpDef definition() {
  return OpDef("ReduceSum")
      .versions({1, 11, 13})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer([](InferContext& c) { return reduced_with_contents(c, 0, [](Dim a, Dim b) { return a + b; }); })
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kContracted); })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::reduce_sum
