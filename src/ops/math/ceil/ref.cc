#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::ceil {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::ceil(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Ceil", .run = reference}); }

}  // namespace gearbox::ops::ceil
