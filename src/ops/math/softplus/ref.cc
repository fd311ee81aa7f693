#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::softplus {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x))); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Softplus", .run = reference}); }

}  // namespace gearbox::ops::softplus
