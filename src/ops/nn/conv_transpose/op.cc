#include "ops/window_rule.h"

namespace gearbox::ops::conv_transpose {

namespace {

Status infer(InferContext& c) {
  if (!c.ranked(0)) {
    output_of_rank(c, 0, c.dtype(0), c.ranked(1) ? std::optional(c.rank(1)) : std::nullopt);
    return {};
  }
  const int64_t group = c.attributes().integer("group", 1);
  if (group < 1) return c.error("'group' is " + std::to_string(group));
  if (c.rank(0) < 3) return c.error(quoted(c, 0) + " needs a batch, a channel and at least one spatial axis");
  if (!c.ranked(1)) {
    c.output_late(0, c.dtype(0), c.rank(0));
    return {};
  }
  if (c.rank(1) != c.rank(0)) return c.error(quoted(c, 0) + " and " + quoted(c, 1) + " must have equally many axes");
  GBX_RETURN_IF_ERROR(
      c.require_equal(c.shape(0)[1], c.shape(1)[0], "ConvTranspose: channels of " + quoted(c, 0) + " and of the weights " + quoted(c, 1)));
  GBX_RETURN_IF_ERROR(
      c.require_equal(mod(c.shape(0)[1], group), 0, "ConvTranspose: channels of " + quoted(c, 0) + " left over by 'group'"));
  Shape shape = c.shape(0);
  shape[1] = c.shape(1)[1] * group;
  if (c.has_input(2) && c.ranked(2)) {
    GBX_RETURN_IF_ERROR(
        c.require_equal(c.volume(2), shape[1], "ConvTranspose: elements of the bias " + quoted(c, 2) + " and output channels"));
  }
  const auto kernel = numbers(Shape(c.shape(1).begin() + 2, c.shape(1).end()));
  const bool known = kernel || c.attributes().has("kernel_shape");
  Window window;
  if (known) {
    GBX_ASSIGN_OR_RETURN(window, window_of_node(c, c.rank(0) - 2, kernel.value_or(Ints())));
  }
  for (size_t axis = 0; axis + 2 < shape.size(); ++axis) {
    Dim& extent = shape[axis + 2];
    extent = known ? transposed_extent<Dim>(window, axis, extent) : late_axis(c, 0, static_cast<int64_t>(axis) + 2);
    GBX_RETURN_IF_ERROR(c.require_at_least(extent, 0, "ConvTranspose: extent of the output at axis " + std::to_string(axis + 2)));
  }
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

Cost cost(const InferContext& c) {
  Cost cost = move_cost(c);
  if (!c.ranked(0) || !c.ranked(1)) return cost;
  cost.flops = c.volume(0) * product(std::span(c.shape(1)).subspan(1)) * 2;
  cost.bytes = cost.bytes + c.volume(1) * static_cast<int64_t>(dtype_size(c.dtype(1)));
  return cost;
}

}  // namespace

/// Transposed convolution: every input element adds a scaled copy of its kernels to the output. X [N, C, spatial…],
/// W [C, M / group, kernel…], B [M].
OpDef definition() {
  return OpDef("ConvTranspose")
      .versions({1, 11, 22})
      .input("X", kFloatTypes)
      .input("W", kFloatTypes)
      .input("B", kFloatTypes, Formal::Arity::kOptional)
      .output("Y", kFloatTypes)
      .attribute("auto_pad")
      .attribute("dilations")
      .attribute("group")
      .attribute("kernel_shape")
      .attribute("output_padding")
      .attribute("output_shape")
      .attribute("pads")
      .attribute("strides")
      .infer(infer)
      .axes([](const InferContext&, int input, int64_t axis) {
        if (input == 0) return axis == 0 ? AxisRole::kIndependent : axis == 1 ? AxisRole::kContracted : AxisRole::kWindow;
        return input == 1 && axis != 1 ? AxisRole::kContracted : AxisRole::kIndependent;
      })
      .cost(cost);
}

}  // namespace gearbox::ops::conv_transpose
