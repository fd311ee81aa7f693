#include "ops/run/arguments.h"

namespace gearbox::ops::gather_elements {

Status reference(KernelContext& context) {
  const Tensor &data = context.input(0), &indices = context.input(1);
  GBX_ASSIGN_OR_RETURN(const size_t axis, checked_axis(context, context.attributes().integer("axis", 0), data.rank()));
  bool fits = data.dims.size() == indices.dims.size();
  for (size_t k = 0; fits && k < data.dims.size(); ++k) fits = k == axis || indices.dims[k] <= data.dims[k];
  if (!fits) {
    return context.error("extents " + list_text(indices.dims) + " of " + quoted(context, 1) + " do not fit in " + list_text(data.dims) +
                         " of " + quoted(context, 0));
  }
  const Ints picks = integers_of(indices);
  const int64_t n = data.dims[axis];
  for (int64_t index : picks) {
    if (index < -n || index >= n) {
      return context.error("index " + std::to_string(index) + " in " + quoted(context, 1) + " is out of range for extent " +
                           std::to_string(n) + " of " + quoted(context, 0));
    }
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, indices.dims));
  const Extents strides = dense_strides(data.dims);
  const bool known = dispatch_size(data.dtype, [&]<class T>(T) {
    size_t at = 0;
    for_each_index(indices.dims, [&](std::span<const int64_t> index) {
      const int64_t pick = picks[at] < 0 ? picks[at] + n : picks[at];
      y.as<T>()[at++] = data.as<T>()[offset_of(index, strides) + (pick - index[axis]) * strides[axis]];
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GatherElements", .run = reference}); }

}  // namespace gearbox::ops::gather_elements
