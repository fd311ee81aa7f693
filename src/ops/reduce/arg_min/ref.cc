#include "ops/run/reduce.h"

namespace gearbox::ops::arg_min {

Status reference(KernelContext& context) {
  return run_arg_reduction(context, [](auto a, auto b) { return goes_below(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ArgMin", .run = reference}); }

}  // namespace gearbox::ops::arg_min
