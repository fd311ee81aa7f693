#include "ops/run/variadic.h"

namespace gearbox::ops::mean {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = fold_inputs<T, compute_t<T>>(
        context, [](auto a, auto b) { return a + b; }, [&](auto sum) { return sum / static_cast<float>(context.inputs()); });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Mean", .run = reference}); }

}  // namespace gearbox::ops::mean
