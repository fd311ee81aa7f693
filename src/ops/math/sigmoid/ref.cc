#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::sigmoid {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return 1 / (1 + std::exp(-x)); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sigmoid", .run = reference}); }

}  // namespace gearbox::ops::sigmoid
