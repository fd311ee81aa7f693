#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::tan {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::tan(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Tan", .run = reference}); }

}  // namespace gearbox::ops::tan
