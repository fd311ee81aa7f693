#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::det {

/// Determinant of the square matrices in the last two axes.
OpDef definition() {
  return OpDef("Det")
      .versions({11, 22})
      .input("X", kFloatTypes)
      .output("Y", kFloatTypes)
      .infer([](InferContext& c) -> Status {
        if (!c.ranked(0)) {
          c.output_unranked(0, c.dtype(0));
          return {};
        }
        const Shape& shape = c.shape(0);
        if (shape.size() < 2) return c.error("Det needs matrices, " + quoted(c, 0) + " has rank " + std::to_string(shape.size()));
        GBX_RETURN_IF_ERROR(c.require_equal(shape[shape.size() - 2], shape.back(), "Det: rows and columns of " + quoted(c, 0)));
        c.output(0, c.dtype(0), Shape(shape.begin(), shape.end() - 2));
        return {};
      })
      .axes([](const InferContext& c, int, int64_t axis) { return axis < c.rank(0) - 2 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext& c) { return elementwise_cost(c, 1); });
}

}  // namespace gearbox::ops::det
