#include "ops/arguments.h"

namespace gearbox::ops::unsqueeze {

namespace {

Status infer(InferContext& c) {
  const IntegerArgument given = integer_argument(c, "axes", 1);
  if (!given.given) return c.error("lacks its axes");
  const auto axes = numbers(given.elements);
  if (!c.ranked(0) || !axes) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) && given.count ? std::optional(c.rank(0) + *given.count) : std::nullopt,
                   largest_extent(c, 0));
    return {};
  }
  const int64_t rank = c.rank(0) + static_cast<int64_t>(axes->size());
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> normal, normal_axes(c, *axes, rank));
  std::vector<bool> added(static_cast<size_t>(rank));
  for (size_t axis : normal) added[axis] = true;
  Shape shape;
  size_t from = 0;
  for (bool is_new : added) shape.push_back(is_new ? Dim(1) : c.shape(0)[from++]);
  output_view(c, std::move(shape));
  return {};
}

}  // namespace

/// The input with axes of extent 1 added at the given places of the output.
OpDef definition() {
  return OpDef("Unsqueeze")
      .versions({1, 11, 13, 21, 23, 24, 25})
      .input("data", {})
      .input("axes", kInt64Types, Formal::Arity::kOptional)
      .output("expanded", {})
      .attribute("axes")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost([](const InferContext&) { return Cost(); })
      .view();
}

}  // namespace gearbox::ops::unsqueeze
