#include "ops/arguments.h"

namespace gearbox::ops::flatten {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_late(0, c.dtype(0), 2);
    return {};
  }
  const int64_t axis = c.attributes().integer("axis", 1), rank = c.rank(0);
  if (axis < -rank || axis > rank) {
    return c.error("axis " + std::to_string(axis) + " is out of range for a tensor of rank " + std::to_string(rank));
  }
  const std::span<const Dim> shape = c.shape(0);
  const size_t at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  output_view(c, {product(shape.first(at)), product(shape.subspan(at))});
  return {};
}

}  // namespace

/// A matrix of the same elements: the axes before `axis` count as rows, the others as columns.
OpDef definition() {
  return OpDef("Flatten")
      .versions({1, 9, 11, 13, 21, 23, 24, 25})
      .input("input", {})
      .output("output", {})
      .attribute("axis")
      .infer(infer)
      .axes(permuted)
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::flatten
