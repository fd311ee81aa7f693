#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_l2 {

/// Square root of the sum of squares along axes; 0 of an empty set.
OpDef definition() {
  return OpDef("ReduceL2")
      .versions({1, 11, 13, 18})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer(reduced_shape)
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kContracted); })
      .cost([](const InferContext& c) { return reduced_cost(c, 2); });
}

}  // namespace gearbox::ops::reduce_l2
