#include "ops/reduce_rule.h"

namespace gearbox::ops::reduce_prod {

/// Product along axes; 1 of an empty set.
OpDef definition() {
  return OpDef("ReduceProd")
      .versions({1, 11, 13, 18})
      .input("data", kNumericTypes)
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("reduced", kNumericTypes)
      .attribute("axes")
      .attribute("keepdims")
      .attribute("noop_with_empty_axes")
      .infer([](InferContext& c) { return reduced_with_contents(c, 1, [](Dim a, Dim b) { return a * b; }); })
      .axes([](const InferContext& c, int, int64_t axis) { return reduced_role(c, axis, AxisRole::kNormalised); })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::reduce_prod
