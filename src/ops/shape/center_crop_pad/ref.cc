#include "ops/run/arguments.h"

namespace gearbox::ops::center_crop_pad {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  Ints chosen;
  for (int64_t axis = 0; axis < x.rank(); ++axis) chosen.push_back(axis);
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, checked_axes(context, context.attributes().integers("axes", chosen), x.rank()));
  const Ints target = integers_of(context.input(1));
  if (target.size() != axes.size()) return context.error(quoted(context, 1) + " needs one element for each axis");
  Extents dims = extents(x.dims), shift(dims.size(), 0);  // index of the input = index of the output + shift
  for (size_t i = 0; i < axes.size(); ++i) {
    if (target[i] < 0) return context.error("extent " + std::to_string(target[i]) + " in " + quoted(context, 1) + " is negative");
    const int64_t extent = dims[axes[i]];
    shift[axes[i]] = target[i] < extent ? (extent - target[i]) / 2 : -((target[i] - extent) / 2);
    dims[axes[i]] = target[i];
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Extents strides = dense_strides(x.dims);
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> index) {
      int64_t at = 0;
      bool inside = true;
      for (size_t k = 0; k < index.size(); ++k) {
        const int64_t from = index[k] + shift[k];
        inside = inside && from >= 0 && from < x.dims[k];
        at += from * strides[k];
      }
      *out++ = inside ? x.as<T>()[at] : T(0);
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "CenterCropPad", .run = reference}); }

}  // namespace gearbox::ops::center_crop_pad
