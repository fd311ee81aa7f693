#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::asinh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::asinh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Asinh", .run = reference}); }

}  // namespace gearbox::ops::asinh
