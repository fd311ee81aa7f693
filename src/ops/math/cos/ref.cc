#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::cos {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::cos(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Cos", .run = reference}); }

}  // namespace gearbox::ops::cos
