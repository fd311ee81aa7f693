#include "ops/rules.h"

namespace gearbox::ops {

namespace {

Status broadcast_to(InferContext& context, DType dtype) {
  std::vector<Shape> shapes;
  for (int i = 0; i < context.inputs(); ++i) {
    if (!context.has_input(i)) continue;
    if (!context.ranked(i)) {
      context.output_unranked(0, dtype);
      return {};
    }
    shapes.push_back(context.shape(i));
  }
  GBX_ASSIGN_OR_RETURN(Shape shape, context.broadcast_shapes(shapes));
  context.output(0, dtype, std::move(shape));
  return {};
}

}  // namespace

Status same_as_input(InferContext& context) {
  if (context.ranked(0)) {
    context.output(0, context.dtype(0), context.shape(0));
  } else {
    context.output_unranked(0, context.dtype(0));
  }
  return {};
}

Status broadcast_inputs(InferContext& context) { return broadcast_to(context, context.dtype(0)); }
Status broadcast_inputs_to_bool(InferContext& context) { return broadcast_to(context, DType::kBool); }

AxisRole independent(const InferContext&, int, int64_t) { return AxisRole::kIndependent; }

Cost elementwise_cost(const InferContext& context, int64_t flops) {
  Cost cost;
  Dim largest = 0;
  for (int i = 0; i < context.inputs(); ++i) {
    if (!context.has_input(i) || !context.ranked(i)) continue;
    const Dim volume = context.volume(i);
    cost.bytes = cost.bytes + volume * static_cast<int64_t>(dtype_size(context.dtype(i)));
    largest = max(largest, volume);
  }
  cost.flops = largest * flops;
  cost.bytes = cost.bytes + largest * static_cast<int64_t>(dtype_size(context.dtype(0)));
  return cost;
}

}  // namespace gearbox::ops
