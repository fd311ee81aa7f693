#include "ops/arguments.h"

namespace gearbox::ops::squeeze {

namespace {

Status infer(InferContext& c) {
  const IntegerArgument given = integer_argument(c, "axes", 1);
  const auto axes = numbers(given.elements);
  if (!c.ranked(0) || (given.given && !axes)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) && given.count ? std::optional(c.rank(0) - *given.count) : std::nullopt,
                   largest_extent(c, 0));
    return {};
  }
  std::vector<bool> dropped(static_cast<size_t>(c.rank(0)));
  if (given.given) {
    GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, normal_axes(c, *axes, c.rank(0)));
    for (size_t axis : normal) {
      dropped[axis] = true;
      GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[axis], 1, "Squeeze: extent of " + quoted(c, 0) + " at axis " + std::to_string(axis)));
    }
  } else {
    for (size_t axis = 0; axis < dropped.size(); ++axis) {
      const Dim extent = c.shape(0)[axis];
      const Interval range = bounds(extent);
      dropped[axis] = extent.is_constant(1);
      if (!extent.is_constant() && range.lower <= 1 && range.upper >= 1) {
        c.output_unranked(0, c.dtype(0));  // whether this axis stays depends on its extent
        return {};
      }
    }
  }
  Shape shape;
  for (size_t axis = 0; axis < dropped.size(); ++axis) {
    if (!dropped[axis]) shape.push_back(c.shape(0)[axis]);
  }
  output_view(c, std::move(shape));
  return {};
}

}  // namespace

/// The input without the given axes, which have extent 1; without all axes of extent 1 where none are given.
OpDef definition() {
  return OpDef("Squeeze")
      .versions({1, 11, 13, 21, 23, 24, 25})
      .input("data", {})
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("squeezed", {})
      .attribute("axes")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::squeeze
