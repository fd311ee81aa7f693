#include "ops/run/arguments.h"

namespace gearbox::ops::reverse_sequence {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Attributes& attributes = context.attributes();
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes,
                       checked_axes(context, {attributes.integer("batch_axis", 1), attributes.integer("time_axis", 0)}, x.rank()));
  const size_t batch = axes[0], time = axes[1];
  const Ints lengths = integers_of(context.input(1));
  if (static_cast<int64_t>(lengths.size()) != x.dims[batch])
    return context.error(quoted(context, 1) + " must hold one length for each of the batch");
  for (int64_t length : lengths) {
    if (length < 0 || length > x.dims[time])
      return context.error("length " + std::to_string(length) + " in " + quoted(context, 1) + " is out of range");
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const Extents strides = dense_strides(x.dims);
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(x.dims, [&](std::span<const int64_t> index) {
      const int64_t length = lengths[static_cast<size_t>(index[batch])], t = index[time];
      const int64_t from = t < length ? length - 1 - t : t;
      *out++ = x.as<T>()[offset_of(index, strides) + (from - t) * strides[time]];
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReverseSequence", .run = reference}); }

}  // namespace gearbox::ops::reverse_sequence
