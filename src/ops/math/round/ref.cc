#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::round {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::nearbyint(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Round", .run = reference}); }

}  // namespace gearbox::ops::round
