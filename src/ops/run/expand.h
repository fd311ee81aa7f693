#pragma once

#include <array>

#include "kernels/strided_copy.h"
#include "ops/kernel_api.h"

namespace gearbox::ops {

/// Repeats `x` along the axes in which `y` is larger; `x` broadcasts to `y`.
inline Status expand_into(KernelContext& context, const Tensor& x, const Tensor& y) {
  std::array<int64_t, kernels::kCopyAxes> from{}, to{};
  const size_t rank = y.dims.size(), missing = rank - x.dims.size();
  if (rank > to.size() || x.dims.size() > rank) return context.error("rank " + std::to_string(y.rank()) + " is not supported");
  int64_t in = 1, out = 1;
  for (size_t k = rank; k-- > 0;) {
    to[k] = out;
    out *= y.dims[k];
    const int64_t extent = k >= missing ? x.dims[k - missing] : 1;
    if (extent != 1 && extent != y.dims[k])
      return context.error("extent " + std::to_string(extent) + " does not expand to " + std::to_string(y.dims[k]));
    from[k] = extent == 1 ? 0 : in;
    in *= extent;
  }
  kernels::strided_copy(y.dims, std::span(from.data(), rank), std::span(to.data(), rank), dtype_size(y.dtype), x.data, y.data,
                        context.threads());
  return {};
}

}  // namespace gearbox::ops
