#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::acos {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::acos(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Acos", .run = reference}); }

}  // namespace gearbox::ops::acos
