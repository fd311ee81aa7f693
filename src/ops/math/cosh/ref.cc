#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::cosh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::cosh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Cosh", .run = reference}); }

}  // namespace gearbox::ops::cosh
