#include "ops/run/reduce.h"

namespace gearbox::ops::arg_max {

Status reference(KernelContext& context) {
  return run_arg_reduction(context, [](auto a, auto b) { return goes_above(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ArgMax", .run = reference}); }

}  // namespace gearbox::ops::arg_max
