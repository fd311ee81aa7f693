#include "ops/run/arguments.h"

namespace gearbox::ops::space_to_depth {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t block = context.attributes().integer("blocksize", 0);
  if (x.rank() != 4 || block < 1 || x.dims[2] % block != 0 || x.dims[3] % block != 0) {
    return context.error("blocksize " + std::to_string(block) + " does not fit " + quoted(context, 0) + " with extents " +
                         list_text(x.dims));
  }
  const int64_t channels = x.dims[1];
  const Extents dims = {x.dims[0], channels * block * block, x.dims[2] / block, x.dims[3] / block}, strides = dense_strides(x.dims);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> i) {
      const int64_t place = i[1] / channels, row = i[2] * block + place / block, column = i[3] * block + place % block;
      *out++ = x.as<T>()[i[0] * strides[0] + i[1] % channels * strides[1] + row * strides[2] + column];
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "SpaceToDepth", .run = reference}); }

}  // namespace gearbox::ops::space_to_depth
