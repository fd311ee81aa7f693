#include "ops/conv_rule.h"

#include "ops/window_rule.h"

namespace gearbox::ops {

Status conv_shape(InferContext& c, int weights, int bias, DType dtype) {
  if (!c.ranked(0)) {
    output_of_rank(c, 0, dtype, c.ranked(weights) ? std::optional(c.rank(weights)) : std::nullopt);
    return {};
  }
  const std::string op = c.node().op();
  const int64_t group = c.attributes().integer("group", 1);
  if (group < 1) return c.error("'group' is " + std::to_string(group));
  if (c.rank(0) < 3) return c.error(quoted(c, 0) + " needs a batch, a channel and at least one spatial axis");
  const bool biased = bias >= 0 && c.has_input(bias) && c.ranked(bias);
  std::optional<Ints> kernel;
  Dim channels;
  if (c.ranked(weights)) {
    const Shape& w = c.shape(weights);
    if (c.rank(weights) != c.rank(0)) return c.error(quoted(c, 0) + " and " + quoted(c, weights) + " must have equally many axes");
    kernel = numbers(Shape(w.begin() + 2, w.end()));
    channels = w[0];
    GBX_RETURN_IF_ERROR(
        c.require_equal(c.shape(0)[1], w[1] * group, op + ": channels of " + quoted(c, 0) + " and of the weights " + quoted(c, weights)));
    GBX_RETURN_IF_ERROR(
        c.require_equal(mod(channels, group), 0, op + ": output channels of " + quoted(c, weights) + " left over by 'group'"));
    if (biased) {
      GBX_RETURN_IF_ERROR(c.require_equal(
          c.volume(bias), channels, op + ": elements of the bias " + quoted(c, bias) + " and output channels of " + quoted(c, weights)));
    }
  } else {
    channels = biased ? c.volume(bias) : late_axis(c, 0, 1);
  }
  if (!kernel && !c.attributes().has("kernel_shape")) {
    Shape shape = {c.shape(0)[0], channels};
    for (int64_t axis = 2; axis < c.rank(0); ++axis) shape.push_back(late_axis(c, 0, axis));
    c.output(0, dtype, std::move(shape));
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2, kernel.value_or(Ints())));
  GBX_ASSIGN_OR_RETURN(Shape shape, windowed_shape(c, window, channels));
  c.output(0, dtype, std::move(shape));
  return {};
}

AxisRole conv_role(const InferContext&, int input, int64_t axis) {
  if (axis == 0) return AxisRole::kIndependent;
  return input == 0 && axis > 1 ? AxisRole::kWindow : AxisRole::kContracted;
}

Cost conv_cost(const InferContext& c, int weights) {
  Cost cost = move_cost(c);
  const Value* value = c.node().output(0);
  if (!value || !value->type().ranked() || !c.ranked(weights)) return cost;
  cost.flops = product(*value->type().shape) * product(std::span(c.shape(weights)).subspan(1)) * 2;
  cost.bytes = cost.bytes + c.volume(weights) * static_cast<int64_t>(dtype_size(c.dtype(weights)));
  return cost;
}

}  // namespace gearbox::ops
