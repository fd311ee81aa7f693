#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_log_sum {

/// Logarithm of the sum along axes; -inf of an empty set.
OpDef definition() {
  return OpDef("ReduceLogSum")
      .versions({1, 11, 13, 18})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer(reduced_shape)
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kContracted); })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::reduce_log_sum
