#include "ops/arguments.h"

namespace gearbox::ops::gather_elements {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(1)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) ? std::optional(c.rank(0)) : std::nullopt);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", 0)}, c.rank(1)));
  if (c.ranked(0)) {
    if (c.rank(0) != c.rank(1)) return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes");
    for (size_t k = 0; k < c.shape(0).size(); ++k) {
      if (k == axis[0]) continue;
      GBX_RETURN_IF_ERROR(
          c.require_at_least(c.shape(0)[k], c.shape(1)[k],
                             "GatherElements: extent of " + quoted(c, 0) + " and of " + quoted(c, 1) + " at axis " + std::to_string(k)));
    }
  }
  c.output(0, c.dtype(0), c.shape(1));
  return {};
}

}  // namespace

/// For every index of `indices` the element of `data` at the same place but, along `axis`, at the index found there.
OpDef definition() {
  return OpDef("GatherElements")
      .versions({11, 13})
      .input("data", {})
      .input("indices", kIndexTypes)
      .output("output", {})
      .attribute("axis")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const int64_t picked = c.attributes().integer("axis", 0);
        if (axis == (picked < 0 ? picked + c.rank(input) : picked)) return input == 0 ? AxisRole::kPermuted : AxisRole::kIndependent;
        const bool same = c.ranked(0) && c.ranked(1) && c.shape(0)[static_cast<size_t>(axis)] == c.shape(1)[static_cast<size_t>(axis)];
        return same ? AxisRole::kIndependent : AxisRole::kOpaque;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::gather_elements
