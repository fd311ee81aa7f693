#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::asin {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return std::asin(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Asin", .run = reference}); }

}  // namespace gearbox::ops::asin
