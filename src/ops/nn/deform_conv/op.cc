#include "ops/window_rule.h"

namespace gearbox::ops::deform_conv {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0) || !c.ranked(1)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(0) ? std::optional(c.rank(0)) : c.ranked(1) ? std::optional(c.rank(1)) : std::nullopt);
    return {};
  }
  const int64_t group = c.attributes().integer("group", 1), offset_group = c.attributes().integer("offset_group", 1);
  if (group < 1 || offset_group < 1) return c.error("'group' and 'offset_group' must be positive");
  if (c.rank(0) < 3 || c.rank(1) != c.rank(0))
    return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes, 3 at least");
  GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[1], c.shape(1)[1] * group,
                                      "DeformConv: channels of " + quoted(c, 0) + " and of the weights " + quoted(c, 1)));
  const auto kernel = numbers(Shape(c.shape(1).begin() + 2, c.shape(1).end()));
  if (!kernel && !c.attributes().has("kernel_shape")) {
    c.output_late(0, c.dtype(0), c.rank(0));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2, kernel.value_or(Ints())));
  GBX_ASSIGN_OR_RETURN(Shape shape, windowed_shape(c, window, c.shape(1)[0]));
  int64_t taps = offset_group;
  for (const WindowAxis& axis : window.axes) taps *= axis.kernel;
  for (int i : {2, 4}) {
    if (!c.has_input(i) || !c.ranked(i)) continue;
    if (c.rank(i) != c.rank(0)) return c.error(quoted(c, i) + " must have " + std::to_string(c.rank(0)) + " axes");
    Shape expected = shape;
    expected[1] = i == 2 ? taps * (c.rank(0) - 2) : taps;
    for (size_t k = 0; k < expected.size(); ++k) {
      GBX_RETURN_IF_ERROR(
          c.require_equal(c.shape(i)[k], expected[k], "DeformConv: extent of " + quoted(c, i) + " at axis " + std::to_string(k)));
    }
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

}  // namespace

/// Convolution whose taps are moved by offsets of their own and, optionally, weighted by a mask. Between pixels it interpolates linearly;
/// outside of the image there are zeros.
OpDef definition() {
  return OpDef("DeformConv")
      .versions({19, 22})
      .input("X", kFloatTypes)
      .input("W", kFloatTypes)
      .input("offset", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .input("mask", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("offset_group")
      .attribute("pads")
      .attribute("strides")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        if (axis == 0) return AxisRole::kIndependent;
        return input == 0 && axis > 1 ? AxisRole::kOpaque : input == 2 || input == 4 ? AxisRole::kOpaque : AxisRole::kContracted;
      })
      .cost(move_cost);
}

}  // namespace gearbox::ops::deform_conv
