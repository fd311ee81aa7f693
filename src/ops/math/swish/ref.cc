#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::swish {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 1.0f);
  return run_float_unary(context, [&](auto x) { return x / (1 + std::exp(-alpha * x)); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Swish", .run = reference}); }

}  // namespace gearbox::ops::swish
