#include "ops/reduce_rule.h"

namespace gearbox::ops::arg_min {

/// Index of the smallest element along one axis: the first of equal ones, or the last with select_last_index (since opset 12). NaN wins.
OpDef definition() {
  return OpDef("ArgMin")
      .versions({1, 11, 12, 13})
      .input("data", kNumericTypes)
      .output("reduced", kInt64Types)
      .attribute("axis")
      .attribute("keepdims")
      .attribute("select_last_index")
      .infer(arg_reduced_shape)
      .axes([](const InferContext& c, int, int64_t axis) {
        const int64_t along = c.attributes().integer("axis", 0);
        return axis == (along < 0 ? along + c.rank(0) : along) ? AxisRole::kReduced : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return reduced_cost(c, 1); });
}

}  // namespace gearbox::ops::arg_min
