#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::selu {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 1.67326319217681884765625f);
  const float gamma = context.attributes().real("gamma", 1.05070102214813232421875f);
  return run_float_unary(context, [&](auto x) { return gamma * (x < 0 ? alpha * (std::exp(x) - 1) : x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Selu", .run = reference}); }

}  // namespace gearbox::ops::selu
