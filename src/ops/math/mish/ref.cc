#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::mish {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return x * std::tanh((x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x)))); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Mish", .run = reference}); }

}  // namespace gearbox::ops::mish
