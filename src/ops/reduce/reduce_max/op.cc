#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_max {

/// Largest element along axes; the lowest value of the type of an empty set. NaN wins.
OpDef definition() {
  return OpDef("ReduceMax")
      .versions({1, 11, 12, 13, 18, 20})
      .input("data", kAllTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kAllTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer([](InferContext& c) { return reduced_with_contents(c, Dim::overflow(), [](Dim a, Dim b) { return max(a, b); }); })
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kReduced); })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::reduce_max
