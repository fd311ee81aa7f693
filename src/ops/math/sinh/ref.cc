#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::sinh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::sinh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sinh", .run = reference}); }

}  // namespace gearbox::ops::sinh
