#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::acosh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::acosh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Acosh", .run = reference}); }

}  // namespace gearbox::ops::acosh
