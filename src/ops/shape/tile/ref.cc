#include "ops/run/arguments.h"

namespace gearbox::ops::tile {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Ints repeats = integers_of(context.input(1));
  if (repeats.size() != x.dims.size()) {
    return context.error(quoted(context, 1) + " has " + std::to_string(repeats.size()) + " elements, " + quoted(context, 0) + " has " +
                         std::to_string(x.dims.size()) + " axes");
  }
  Extents dims = extents(x.dims);
  for (size_t k = 0; k < dims.size(); ++k) {
    if (repeats[k] < 0 || __builtin_mul_overflow(dims[k], repeats[k], &dims[k])) {
      return context.error("repeats " + list_text(repeats) + " in " + quoted(context, 1) + " cannot be used");
    }
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const Extents strides = dense_strides(x.dims);
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> index) {
      int64_t at = 0;
      for (size_t k = 0; k < index.size(); ++k) at += index[k] % x.dims[k] * strides[k];
      *out++ = x.as<T>()[at];
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Tile", .run = reference}); }

}  // namespace gearbox::ops::tile
