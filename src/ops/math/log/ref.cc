#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::log {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::log(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Log", .run = reference}); }

}  // namespace gearbox::ops::log
