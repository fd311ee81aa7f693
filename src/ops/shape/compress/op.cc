#include "ops/arguments.h"

namespace gearbox::ops::compress {

namespace {

/// No more than there are, and no more than the condition has elements.
std::optional<Dim> most_taken(const InferContext& c, std::optional<Dim> available) {
  if (!c.ranked(1)) return available;
  return available ? min(*available, c.volume(1)) : c.volume(1);
}

Status infer(InferContext& c) {
  if (!c.attributes().has("axis")) {
    c.output(0, c.dtype(0), {late_axis(c, 0, 0, most_taken(c, c.ranked(0) ? std::optional(c.volume(0)) : std::nullopt))});
    return {};
  }
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", 0)}, c.rank(0)));
  Shape shape = c.shape(0);
  shape[axis[0]] = late_axis(c, 0, static_cast<int64_t>(axis[0]), most_taken(c, shape[axis[0]]));
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// The slices along `axis` (the elements of the flattened input, without one) for which the condition holds. Where the condition is
/// shorter than the axis, the rest is dropped.
OpDef definition() {
  return OpDef("Compress")
      .versions({9, 11})
      .input("input", {})
      .input("condition", kBoolTypes)
      .output("output", {})
      .attribute("axis")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        if (input > 0 || !c.attributes().has("axis")) return AxisRole::kPermuted;
        const int64_t picked = c.attributes().integer("axis", 0);
        return axis == (picked < 0 ? picked + c.rank(0) : picked) ? AxisRole::kPermuted : AxisRole::kIndependent;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::compress
