#include "ops/window_rule.h"

namespace gearbox::ops::conv {

namespace {

/// Kernel extents from the weights, where they are numbers.
std::optional<Ints> kernel_of(const InferContext& c) {
  if (!c.ranked(1)) return std::nullopt;
  return numbers(Shape(c.shape(1).begin() + std::min<std::ptrdiff_t>(2, c.rank(1)), c.shape(1).end()));
}

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(1) ? std::optional(c.rank(1)) : std::nullopt);
    return {};
  }
  const int64_t group = c.attributes().integer("group", 1);
  if (group < 1) return c.error("'group' is " + std::to_string(group));
  if (c.rank(0) < 3) return c.error(quoted(c, 0) + " needs a batch, a channel and at least one spatial axis");
  Dim channels;
  if (c.ranked(1)) {
    if (c.rank(1) != c.rank(0)) return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes");
    channels = c.shape(1)[0];
    GBX_RETURN_IF_ERROR(c.require_equal(c.shape(0)[1], c.shape(1)[1] * group, "Conv: channels of " + quoted(c, 0) + " and of the weights " + quoted(c, 1)));
    GBX_RETURN_IF_ERROR(c.require_equal(mod(channels, group), 0, "Conv: output channels of " + quoted(c, 1) + " left over by 'group'"));
    if (c.has_input(2) && c.ranked(2)) {
      GBX_RETURN_IF_ERROR(c.require_equal(c.volume(2), channels, "Conv: elements of the bias " + quoted(c, 2) + " and output channels of " + quoted(c, 1)));
    }
  } else {
    channels = c.has_input(2) && c.ranked(2) ? c.volume(2) : late_axis(c, 0, 1);
  }
  const auto kernel = kernel_of(c);
  if (!kernel && !c.attributes().has("kernel_shape")) {
    Shape shape = {c.shape(0)[0], channels};
    for (int64_t axis = 2; axis < c.rank(0); ++axis) shape.push_back(late_axis(c, 0, axis));
    c.output(0, c.dtype(0), std::move(shape));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2, kernel.value_or(Ints())));
  GBX_ASSIGN_OR_RETURN(Shape shape, windowed_shape(c, window, channels));
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

Cost cost(const InferContext& c) {
  Cost cost = move_cost(c);
  const Value* value = c.node().output(0);
  if (!value || !value->type().ranked() || !c.ranked(1)) return cost;
  cost.flops = product(*value->type().shape) * product(std::span(c.shape(1)).subspan(1)) * 2;
  cost.bytes = cost.bytes + c.volume(1) * static_cast<int64_t>(dtype_size(c.dtype(1)));
  return cost;
}

}  // namespace

/// Convolution (cross-correlation) over any number of spatial axes: X [N, C, spatial…], W [M, C / group, kernel…], B [M].
OpDef definition() {
  return OpDef("Conv")
      .versions({1, 11, 22})
      .input("X", kFloatTypes)
      .input("W", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .attribute("auto_pad")
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("pads")
      .attribute("strides")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        if (axis == 0) return AxisRole::kIndependent;
        return input == 0 && axis > 1 ? AxisRole::kWindow : AxisRole::kContracted;
      })
      .cost(cost);
}

}  // namespace gearbox::ops::conv
