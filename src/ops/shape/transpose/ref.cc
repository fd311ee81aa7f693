#include "ops/run/arguments.h"

namespace gearbox::ops::transpose {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  Ints reversed;
  for (size_t i = x.dims.size(); i-- > 0;) reversed.push_back(static_cast<int64_t>(i));
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> order, checked_axes(context, context.attributes().integers("perm", reversed), x.rank()));
  if (order.size() != x.dims.size()) return context.error("'perm' does not fit the rank of " + quoted(context, 0));
  const Extents dense = dense_strides(x.dims);
  Extents dims, strides[1];
  for (size_t axis : order) {
    dims.push_back(x.dims[axis]);
    strides[0].push_back(dense[axis]);
  }
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, dims));
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_offset(dims, strides, [&](const int64_t(&at)[1]) { *out++ = x.as<T>()[at[0]]; });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Transpose", .run = reference}); }

}  // namespace gearbox::ops::transpose
