#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::elu {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 1.0f);
  return run_float_unary(context, [&](auto x) { return x < 0 ? alpha * (std::exp(x) - 1) : x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Elu", .run = reference}); }

}  // namespace gearbox::ops::elu
