#include "ops/run/elementwise.h"

namespace gearbox::ops::leaky_relu {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 0.01f);
  return run_float_unary(context, [&](auto x) { return x < 0 ? alpha * x : x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LeakyRelu", .run = reference}); }

}  // namespace gearbox::ops::leaky_relu
