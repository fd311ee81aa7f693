#pragma once

#include "ops/op_def.h"

namespace gearbox::ops {

inline constexpr DType kQuantisedTypes[] = {DType::kU8, DType::kI8, DType::kU16, DType::kI16};
inline constexpr DType kDequantisedTypes[] = {DType::kU8, DType::kI8, DType::kU16, DType::kI16, DType::kI32};
inline constexpr DType kByteTypes[] = {DType::kU8, DType::kI8};
inline constexpr DType kScaleTypes[] = {DType::kF32, DType::kF16, DType::kBF16};

/// Checks the scale (input 1) and zero point (input 2) of QuantizeLinear and DequantizeLinear against input 0 and the attributes
/// `axis` and `block_size`; output 0 gets the extents of input 0 and element type `dtype`.
Status quantised_shape(InferContext& context, DType dtype);

}  // namespace gearbox::ops
