#include "ops/arguments.h"

namespace gearbox::ops::gather_nd {

namespace {

Status infer(InferContext& c) {
  const int64_t batch = c.attributes().integer("batch_dims", 0);
  if (!c.ranked(0) || !c.ranked(1) || (c.rank(1) > 0 && !c.shape(1).back().is_constant())) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  if (c.rank(0) < 1 || c.rank(1) < 1) return c.error("neither " + quoted(c, 0) + " nor " + quoted(c, 1) + " may be a scalar");
  const int64_t depth = c.shape(1).back().value();
  if (batch < 0 || batch >= c.rank(1) || batch + depth > c.rank(0)) {
    return c.error("indices of " + std::to_string(depth) + " elements behind " + std::to_string(batch) + " batch axes do not fit the " +
                   std::to_string(c.rank(0)) + " axes of " + quoted(c, 0));
  }
  for (size_t k = 0; k < static_cast<size_t>(batch); ++k) {
    GBX_RETURN_IF_ERROR(
        c.require_equal(c.shape(0)[k], c.shape(1)[k],
                        "GatherND: extents of " + quoted(c, 0) + " and " + quoted(c, 1) + " at batch axis " + std::to_string(k)));
  }
  Shape shape(c.shape(1).begin(), c.shape(1).end() - 1);
  shape.insert(shape.end(), c.shape(0).begin() + batch + depth, c.shape(0).end());
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Every vector along the last axis of `indices` is an index into `data` (behind `batch_dims` axes that both share) and picks an element
/// or, where it is shorter than the rank, a slice.
OpDef definition() {
  return OpDef("GatherND")
      .versions({11, 12, 13})
      .input("data", {})
      .input("indices", kInt64Types)
      .output("output", {})
      .attribute("batch_dims")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input == 0 && axis >= c.attributes().integer("batch_dims", 0)) return AxisRole::kPermuted;
        return input == 1 && axis == c.rank(1) - 1 ? AxisRole::kOpaque : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::gather_nd
