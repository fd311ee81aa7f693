#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::atanh {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::atanh(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Atanh", .run = reference}); }

}  // namespace gearbox::ops::atanh
