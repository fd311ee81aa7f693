#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::scatter_nd {

namespace {

Status infer(InferContext& c) {
  if (c.dtype(2) != c.dtype(0)) return c.error(quoted(c, 2) + " must have the element type of " + quoted(c, 0));
  if (!c.ranked(0) || !c.ranked(1) || (c.rank(1) > 0 && !c.shape(1).back().is_constant())) return same_as_input(c);
  if (c.rank(0) < 1 || c.rank(1) < 1) return c.error("neither " + quoted(c, 0) + " nor " + quoted(c, 1) + " may be a scalar");
  const int64_t depth = c.shape(1).back().value();
  if (depth > c.rank(0)) {
    return c.error("indices of " + std::to_string(depth) + " elements do not fit the " + std::to_string(c.rank(0)) + " axes of " +
                   quoted(c, 0));
  }
  if (c.ranked(2)) {
    Shape expected(c.shape(1).begin(), c.shape(1).end() - 1);
    expected.insert(expected.end(), c.shape(0).begin() + depth, c.shape(0).end());
    if (c.shape(2).size() != expected.size()) return c.error(quoted(c, 2) + " must have " + std::to_string(expected.size()) + " axes");
    for (size_t k = 0; k < expected.size(); ++k) {
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.shape(2)[k], expected[k], "ScatterND: extent of " + quoted(c, 2) + " at axis " + std::to_string(k)));
    }
  }
  return same_as_input(c);
}

}  // namespace

/// A copy of `data` with every slice of `updates` written where the vector along the last axis of `indices` points. `reduction` combines
/// it with what is there; indices that repeat count one after another.
OpDef definition() {
  return OpDef("ScatterND")
      .versions({11, 13, 16, 18})
      .input("data", kAllTypes)
      .input("indices", kInt64Types)
      .input("updates", kAllTypes)
      .output("output", kAllTypes)
      .attribute("reduction")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (!c.ranked(1) || !c.shape(1).back().is_constant() || input == 1) return AxisRole::kOpaque;
        const int64_t depth = c.shape(1).back().value();
        return axis >= (input == 0 ? depth : c.rank(1) - 1) ? AxisRole::kIndependent : AxisRole::kPermuted;
      })
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::scatter_nd
