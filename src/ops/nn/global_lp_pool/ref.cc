#include "ops/run/pool.h"

namespace gearbox::ops::global_lp_pool {

Status reference(KernelContext& context) {
  const double p = norm_order(context);
  return run_global_pool(context, [&](std::span<const double> image) { return p_norm(image, p); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GlobalLpPool", .run = reference}); }

}  // namespace gearbox::ops::global_lp_pool
