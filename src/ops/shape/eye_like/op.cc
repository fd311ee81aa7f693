#include "ops/arguments.h"

namespace gearbox::ops::eye_like {

namespace {

Status infer(InferContext& c) {
  const DType dtype = static_cast<DType>(c.attributes().integer("dtype", static_cast<int64_t>(c.dtype(0))));
  if (!c.ranked(0)) {
    c.output_late(0, dtype, 2);
    return {};
  }
  if (c.rank(0) != 2) return c.error(quoted(c, 0) + " must have 2 axes");
  c.output(0, dtype, c.shape(0));
  return {};
}

}  // namespace

/// A matrix of the input's extents with ones on the diagonal `k` places right of the main one, zeros elsewhere.
OpDef definition() {
  return OpDef("EyeLike")
      .versions({9, 22})
      .input("input", kAllTypes)
      .output("output", kAllTypes)
      .attribute("dtype")
      .attribute("k")
      .infer(infer)
      .cost(move_cost);
}

}  // namespace gearbox::ops::eye_like
