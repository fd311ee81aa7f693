#include "ops/run/arguments.h"

namespace gearbox::ops::depth_to_space {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  const int64_t block = context.attributes().integer("blocksize", 0);
  if (x.rank() != 4 || block < 1 || x.dims[1] % (block * block) != 0) {
    return context.error("blocksize " + std::to_string(block) + " does not fit " + quoted(context, 0) + " with extents " +
                         list_text(x.dims));
  }
  const bool channel_slowest = context.attributes().text("mode", "DCR") == "CRD";
  const int64_t channels = x.dims[1] / (block * block);
  const Extents dims = {x.dims[0], channels, x.dims[2] * block, x.dims[3] * block}, strides = dense_strides(x.dims);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(dims, [&](std::span<const int64_t> i) {
      const int64_t place = i[2] % block * block + i[3] % block;
      const int64_t channel = channel_slowest ? i[1] * block * block + place : place * channels + i[1];
      *out++ = x.as<T>()[i[0] * strides[0] + channel * strides[1] + i[2] / block * strides[2] + i[3] / block];
    });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "DepthToSpace", .run = reference}); }

}  // namespace gearbox::ops::depth_to_space
