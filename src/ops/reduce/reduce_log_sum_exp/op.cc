#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_log_sum_exp {

/// Logarithm of the sum of exponentials along axes, scaled by the largest so that it does not overflow; -inf of an empty set.
OpDef definition() {
  return OpDef("ReduceLogSumExp")
      .versions({1, 11, 13, 18})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer(reduced_shape)
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kNormalised); })
      .cost([](const InferContext& c) { return reduced_cost(c, 10); });
}

}  // namespace gearbox::ops::reduce_log_sum_exp
