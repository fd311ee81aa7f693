#pragma once

#include <cmath>

#include "ops/run/arguments.h"

namespace gearbox::ops {

/// Mean and (population) variance of some elements; 0 and 0 of none.
struct Moments {
  double mean = 0;
  double variance = 0;
};

/// Of count elements `stride` apart.
template <class T>
Moments moments_of(const T* x, int64_t count, int64_t stride = 1) {
  Moments out;
  if (count == 0) return out;
  for (int64_t i = 0; i < count; ++i) out.mean += static_cast<double>(x[i * stride]);
  out.mean /= static_cast<double>(count);
  for (int64_t i = 0; i < count; ++i) {
    const double distance = static_cast<double>(x[i * stride]) - out.mean;
    out.variance += distance * distance;
  }
  out.variance /= static_cast<double>(count);
  return out;
}

/// Strides that read a scale or bias of extents `dims` as if broadcast to `target`; an error where it does not broadcast to exactly that.
inline Result<Extents> strides_onto(const KernelContext& context, int input, std::span<const int64_t> target) {
  const Tensor& tensor = context.input(input);
  bool fits = tensor.dims.size() <= target.size();
  for (size_t i = 0; fits && i < tensor.dims.size(); ++i) {
    const int64_t wanted = target[target.size() - tensor.dims.size() + i];
    fits = tensor.dims[i] == wanted || tensor.dims[i] == 1;
  }
  if (!fits)
    return context.error(quoted(context, input) + " with extents " + list_text(tensor.dims) + " does not broadcast to " +
                         list_text(target));
  return broadcast_strides(tensor.dims, target);
}

}  // namespace gearbox::ops
