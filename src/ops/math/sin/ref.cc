#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::sin {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::sin(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sin", .run = reference}); }

}  // namespace gearbox::ops::sin
