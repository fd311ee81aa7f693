#include "ops/run/pool.h"

namespace gearbox::ops::lp_pool {

Status reference(KernelContext& context) {
  const double p = norm_order(context);
  return run_pool(context, [&](std::span<const double> inside, int64_t) { return p_norm(inside, p); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LpPool", .run = reference}); }

}  // namespace gearbox::ops::lp_pool
