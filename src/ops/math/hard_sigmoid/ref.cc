#include <algorithm>

#include "ops/run/elementwise.h"

namespace gearbox::ops::hard_sigmoid {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 0.2f);
  const float beta = context.attributes().real("beta", 0.5f);
  return run_float_unary(context, [&](auto x) { return std::clamp<decltype(x)>(alpha * x + beta, 0, 1); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "HardSigmoid", .run = reference}); }

}  // namespace gearbox::ops::hard_sigmoid
