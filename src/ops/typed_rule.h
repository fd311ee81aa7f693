#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

/// The element type that the integer attribute `name` holds (as ONNX numbers them), or `fallback` where it is not given; an error
/// where it is not one of `allowed`.
Result<DType> type_attribute(const InferContext& context, std::string_view name, DType fallback, TypeSet allowed);

/// Shape rule: output 0 has the extents of the attribute `shape` and the type of `dtype` (f32 by default), a float.
Status float_of_shape_attribute(InferContext& context);
/// Cost of what has no input: `flops` for each element of the attribute `shape`.
Cost cost_of_shape_attribute(const InferContext& context, int64_t flops);
/// Shape rule: output 0 has the extents of input 0 and the type of `dtype`, by default that of the input.
Status typed_like_input(InferContext& context, TypeSet allowed);

}  // namespace gearbox::ops
