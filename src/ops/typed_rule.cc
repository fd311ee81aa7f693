#include "ops/typed_rule.h"

#include <algorithm>

namespace gearbox::ops {

Result<DType> type_attribute(const InferContext& context, std::string_view name, DType fallback, TypeSet allowed) {
  const int64_t number = context.attributes().integer(name, static_cast<int64_t>(fallback));
  for (DType type : allowed) {
    if (static_cast<int64_t>(type) == number) return type;
  }
  return context.error(std::string(name) + " is ONNX element type " + std::to_string(number) + ", which is not supported here");
}

Status float_of_shape_attribute(InferContext& context) {
  GBX_ASSIGN_OR_RETURN(const DType dtype, type_attribute(context, "dtype", DType::kF32, kFloatTypes));
  Shape shape;
  for (int64_t extent : context.attributes().integers("shape")) {
    if (extent < 0) return context.error("shape holds the negative extent " + std::to_string(extent));
    shape.push_back(extent);
  }
  context.output(0, dtype, std::move(shape));
  return {};
}

Cost cost_of_shape_attribute(const InferContext& context, int64_t flops) {
  Dim volume = 1;
  for (int64_t extent : context.attributes().integers("shape")) volume = volume * extent;
  return {volume * flops, volume * 4};
}

Status typed_like_input(InferContext& context, TypeSet allowed) {
  GBX_ASSIGN_OR_RETURN(const DType dtype, type_attribute(context, "dtype", context.dtype(0), allowed));
  if (context.ranked(0)) {
    context.output(0, dtype, context.shape(0));
  } else {
    context.output_unranked(0, dtype);
  }
  return {};
}

}  // namespace gearbox::ops
