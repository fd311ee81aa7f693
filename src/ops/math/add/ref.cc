#include "ops/run/elementwise.h"

namespace gearbox::ops::add {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) {
    status = map_binary<T, T>(context, [](T a, T b) { return T(compute_t<T>(a) + compute_t<T>(b)); });
  });
  return known ? status : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Add", .run = reference}); }

}  // namespace gearbox::ops::add
