#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::exp {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::exp(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Exp", .run = reference}); }

}  // namespace gearbox::ops::exp
