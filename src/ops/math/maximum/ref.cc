#include "ops/run/arithmetic.h"
#include "ops/run/variadic.h"

namespace gearbox::ops::maximum {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_numeric(context.input(0).dtype, [&]<class T>(T) {
    status = fold_inputs<T, T>(context, [](T a, T b) { return larger(a, b); }, [](auto x) { return x; });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Max", .run = reference}); }

}  // namespace gearbox::ops::maximum
