#include "ops/run/arguments.h"

namespace gearbox::ops::expand {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Ints requested = integers_of(context.input(1));
  for (int64_t extent : requested) {
    if (extent < 0) return context.error("extents " + list_text(requested) + " in " + quoted(context, 1) + " hold a negative one");
  }
  const auto dims = broadcast_extents(x.dims, requested);
  if (!dims.ok()) {
    return context.error("cannot expand " + quoted(context, 0) + " with extents " + list_text(x.dims) + " to " + list_text(requested));
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, *dims));
  const Extents strides[1] = {broadcast_strides(x.dims, *dims)};
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_offset(*dims, strides, [&](const int64_t(&at)[1]) { *out++ = x.as<T>()[at[0]]; });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Expand", .run = reference}); }

}  // namespace gearbox::ops::expand
