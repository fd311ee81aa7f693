#pragma once

#include "ops/kernel_api.h"

namespace gearbox::ops {

/// Kernel::supports of kernels whose first input and first output are f32.
inline bool float_only(const PrepareContext& use) {
  return !use.inputs.empty() && use.inputs[0] == DType::kF32 && !use.outputs.empty() && use.outputs[0] == DType::kF32;
}

/// A tensor seen as [outer, extent, inner] about `axis`.
struct AxisView {
  int64_t outer = 1, extent = 1, inner = 1;
};
inline AxisView axis_view(std::span<const int64_t> dims, size_t axis) {
  return {element_count(dims.first(axis)), dims[axis], element_count(dims.subspan(axis + 1))};
}

}  // namespace gearbox::ops
