#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::floor {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::floor(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Floor", .run = reference}); }

}  // namespace gearbox::ops::floor
