#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_mean {

/// Mean along axes; NaN of an empty set of floats.
OpDef definition() {
  return OpDef("ReduceMean")
      .versions({1, 11, 13, 18})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer(reduced_shape)
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kNormalised); })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::reduce_mean
