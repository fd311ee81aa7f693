#include "ops/run/elementwise.h"

namespace gearbox::ops::reciprocal {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return 1 / x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Reciprocal", .run = reference}); }

}  // namespace gearbox::ops::reciprocal
