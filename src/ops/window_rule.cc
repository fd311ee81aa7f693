#include "ops/window_rule.h"

namespace gearbox::ops {

Result<Window> window_of_node(const InferContext& context, int64_t spatial, const Ints& kernel) {
  if (spatial < 0) return context.error(quoted(context, 0) + " needs a batch and a channel axis");
  auto window = window_of(context.attributes(), static_cast<size_t>(spatial), kernel);
  if (!window.ok()) return context.error(window.status().message());
  return window;
}

Result<Shape> windowed_shape(InferContext& context, const Window& window, Dim channels) {
  Shape shape = context.shape(0);
  shape[1] = channels;
  for (size_t axis = 0; axis < window.axes.size(); ++axis) {
    Dim& extent = shape[axis + 2];
    extent = window_extent<Dim>(window, axis, extent);
    GBX_RETURN_IF_ERROR(context.require_at_least(
        extent, 0,
        context.node().op() + ": windows that fit into the padded axis " + std::to_string(axis + 2) + " of " + quoted(context, 0)));
  }
  return shape;
}

Status pooled_shape(InferContext& context) {
  InferContext& c = context;
  if (!c.ranked(0)) {
    const size_t spatial = c.attributes().integers("kernel_shape").size();
    for (int i = 0; i < c.outputs(); ++i) output_of_rank(c, i, i == 0 ? c.dtype(0) : DType::kI64, static_cast<int64_t>(spatial) + 2);
    return {};
  }
  GBX_ASSIGN_OR_RETURN(const Window window, window_of_node(c, c.rank(0) - 2));
  GBX_ASSIGN_OR_RETURN(const Shape shape, windowed_shape(c, window, c.shape(0)[1]));
  for (int i = 0; i < c.outputs(); ++i) c.output(i, i == 0 ? c.dtype(0) : DType::kI64, shape);
  return {};
}

Status globally_pooled_shape(InferContext& context) {
  InferContext& c = context;
  if (!c.ranked(0)) {
    c.output_unranked(0, c.dtype(0));
    return {};
  }
  if (c.rank(0) < 2) return c.error(quoted(c, 0) + " needs a batch and a channel axis");
  Shape shape = c.shape(0);
  std::fill(shape.begin() + 2, shape.end(), Dim(1));
  c.output(0, c.dtype(0), std::move(shape));
  return {};
}

AxisRole pooled_role(const InferContext&, int, int64_t axis) { return axis < 2 ? AxisRole::kIndependent : AxisRole::kWindow; }

Cost pooled_cost(const InferContext& context) {
  Cost cost = move_cost(context);
  const Value* value = context.node().output(0);
  if (!value || !value->type().ranked()) return cost;
  int64_t taps = 1;
  for (int64_t extent : context.attributes().integers("kernel_shape")) taps *= extent;
  cost.flops = product(*value->type().shape) * taps;
  return cost;
}

}  // namespace gearbox::ops
