#include "ops/run/elementwise.h"

namespace gearbox::ops::relu {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) {
    status = map_unary<T, T>(context, [](T x) { return compute_t<T>(x) < compute_t<T>(0) ? T(0) : x; });
  });
  return known ? status : context.error("element type not supported");
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Relu", .run = reference}); }

}  // namespace gearbox::ops::relu
