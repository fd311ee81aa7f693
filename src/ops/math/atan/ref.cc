#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::atan {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::atan(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Atan", .run = reference}); }

}  // namespace gearbox::ops::atan
