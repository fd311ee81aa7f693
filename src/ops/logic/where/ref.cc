#include "ops/run/elementwise.h"

namespace gearbox::ops::where {

Status reference(KernelContext& context) {
  const Tensor &condition = context.input(0), &x = context.input(1), &y = context.input(2);
  GBX_ASSIGN_OR_RETURN(const Extents chosen, broadcast_of(context, 1, 2));
  const auto dims = broadcast_extents(condition.dims, chosen);
  if (!dims.ok()) return context.error(dims.status().message() + " ('" + std::string(context.input_name(0)) + "')");
  GBX_ASSIGN_OR_RETURN(Tensor out, context.output(0, *dims));
  const Extents strides[3] = {broadcast_strides(condition.dims, *dims), broadcast_strides(x.dims, *dims), broadcast_strides(y.dims, *dims)};
  const bool known = dispatch_size(x.dtype, [&]<class T>(T) {
    T* to = out.as<T>();
    for_each_offset(*dims, strides,
                    [&](const int64_t(&at)[3]) { *to++ = condition.as<bool>()[at[0]] ? x.as<T>()[at[1]] : y.as<T>()[at[2]]; });
  });
  return known_type(context, known, {});
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Where", .run = reference}); }

}  // namespace gearbox::ops::where
