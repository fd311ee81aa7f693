#include "ops/run/variadic.h"

namespace gearbox::ops::sum {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = fold_inputs<T, compute_t<T>>(context, [](auto a, auto b) { return a + b; }, [](auto x) { return x; });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sum", .run = reference}); }

}  // namespace gearbox::ops::sum
