#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::sqrt {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::sqrt(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sqrt", .run = reference}); }

}  // namespace gearbox::ops::sqrt
