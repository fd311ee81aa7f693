#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::tanh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::tanh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Tanh", .run = reference}); }

}  // namespace gearbox::ops::tanh
