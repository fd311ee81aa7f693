#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::softsign {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return x / (1 + std::abs(x)); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Softsign", .run = reference}); }

}  // namespace gearbox::ops::softsign
