#include "ops/nn/max_unpool/extents.h"
#include "ops/window_rule.h"

namespace gearbox::ops::max_unpool {

namespace {

Status infer(InferContext& c) {
  if (c.ranked(0) && c.ranked(1)) {
    if (c.rank(0) != c.rank(1)) return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes");
    for (size_t k = 0; k < c.shape(0).size(); ++k) {
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.shape(0)[k], c.shape(1)[k],
                          "MaxUnpool: extents of " + quoted(c, 0) + " and " + quoted(c, 1) + " at axis " + std::to_string(k)));
    }
  }
  if (c.has_input(2)) {
    const IntegerArgument asked = integer_argument(c, "", 2);
    if (asked.elements) {
      for (const Dim& extent : *asked.elements) GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "MaxUnpool: extents in " + quoted(c, 2)));
      c.output(0, c.dtype(0), *asked.elements);
    } else {
      output_of_rank(c, 0, c.dtype(0), c.ranked(0) ? std::optional(c.rank(0)) : asked.count);
    }
    return {};
  }
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2));
  Shape shape = c.shape(0);
  for (size_t axis = 0; axis < window.axes.size(); ++axis) {
    shape[axis + 2] = unpooled_extent<Dim>(window.axes[axis], shape[axis + 2]);
    GBX_RETURN_IF_ERROR(c.require_at_least(shape[axis + 2], 0, "MaxUnpool: extent of the output at axis " + std::to_string(axis + 2)));
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Undoes a MaxPool: every element back where its index says, zeros elsewhere. Indices count in the extents that strides, kernel_shape and
/// pads give; a larger `output_shape` has zeros at the ends.
OpDef definition() {
  return OpDef("MaxUnpool")
      .versions({9, 11, 22})
      .input("X", kFloatTypes)
      .input("I", kInt64Types)
      .input("output_shape", kInt64Types, Formal::Arity::kOptional)
      .output("output", kFloatTypes)
      .attribute("kernel_shape", true)
      .attribute("pads")
      .attribute("strides")
      .infer(infer)
      .axes([](const InferContext&, int, int64_t axis) { return axis < 2 ? AxisRole::kOpaque : AxisRole::kPermuted; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::max_unpool
