#include "ops/arguments.h"

namespace gearbox::ops::one_hot {

namespace {

/// The number of classes where it is known; a float depth truncates.
std::optional<Dim> depth_of(const InferContext& c) {
  if (const auto depth = scalar_contents(c, 1)) return depth;
  const Literal* constant = c.constant(1);
  if (!constant || constant->elements() != 1) return std::nullopt;
  const double depth = constant->as_double()[0];
  return depth >= 0 && depth < 9e15 ? std::optional(Dim(static_cast<int64_t>(depth))) : std::nullopt;
}

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(2));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axis, normal_axes(c, {c.attributes().integer("axis", -1)}, c.rank(0) + 1));
  const auto depth = depth_of(c);
  if (depth) GBX_RETURN_IF_ERROR(c.require_at_least(*depth, 0, "OneHot: depth " + quoted(c, 1)));
  Shape shape = c.shape(0);
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis[0]), depth ? *depth : late_axis(c, 0, static_cast<int64_t>(axis[0])));
  c.output(0, c.dtype(2), std::move(shape));
  return {};
}

}  // namespace

/// A new axis of `depth` classes: the on-value where the class is the index given, the off-value elsewhere and for indices out of range.
/// Negative indices count from the end; `values` is [off, on].
OpDef definition() {
  return OpDef("OneHot")
      .versions({9, 11})
      .input("indices", kNumericTypes)
      .input("depth", kNumericTypes)
      .input("values", {})
      .output("output", {})
      .attribute("axis")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t) { return input == 0 ? AxisRole::kIndependent : AxisRole::kOpaque; })
      .cost(move_cost);
}

}  // namespace gearbox::ops::one_hot
