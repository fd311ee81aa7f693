#include "ops/run/arguments.h"
#include "ops/shape/slice/taken.h"

namespace gearbox::ops::slice {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const auto starts = integer_argument(context, "starts", 1), ends = integer_argument(context, "ends", 2);
  if (!starts || !ends) return context.error("starts and ends are needed");
  const auto chosen = integer_argument(context, "axes", 3);
  Ints all;
  for (size_t i = 0; i < starts->size(); ++i) all.push_back(static_cast<int64_t>(i));
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, checked_axes(context, chosen.value_or(all), x.rank()));
  const Ints steps = integer_argument(context, "steps", 4).value_or(Ints(axes.size(), 1));
  if (starts->size() != axes.size() || ends->size() != axes.size() || steps.size() != axes.size()) {
    return context.error("starts, ends, axes and steps must be equally many");
  }
  Extents dims = extents(x.dims), strides[1] = {dense_strides(x.dims)};
  int64_t base = 0;
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t start = (*starts)[i], end = (*ends)[i], step = steps[i];
    if (step == 0 || step == std::numeric_limits<int64_t>::min()) return context.error("step " + std::to_string(step) + " is not usable");
    const auto part = taken<int64_t>(dims[axes[i]], start, start < 0, end, end < 0, step);
    dims[axes[i]] = part.count;
    base += part.first * strides[0][axes[i]];
    // A step beyond the extent takes one index at most.
    strides[0][axes[i]] = part.count > 1 ? strides[0][axes[i]] * step : 0;
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_offset(dims, strides, [&](const int64_t(&at)[1]) { *out++ = x.as<T>()[base + at[0]]; });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Slice", .run = reference}); }

}  // namespace gearbox::ops::slice
