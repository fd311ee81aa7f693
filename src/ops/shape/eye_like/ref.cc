#include "ops/run/arguments.h"

namespace gearbox::ops::eye_like {

Status reference(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() != 2) return context.error(quoted(context, 0) + " must have 2 axes");
  const int64_t k = context.attributes().integer("k", 0);
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, x.dims));
  const bool known = dispatch_all(y.dtype, [&]<class T>(T) {
    T* out = y.as<T>();
    for_each_index(x.dims, [&](std::span<const int64_t> i) { *out++ = T(i[1] - i[0] == k ? 1 : 0); });
  });
  return known ? Status() : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "EyeLike", .run = reference}); }

}  // namespace gearbox::ops::eye_like
