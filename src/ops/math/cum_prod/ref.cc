#include "ops/run/cumulative.h"

namespace gearbox::ops::cum_prod {

Status reference(KernelContext& context) {
  return run_cumulative(context, 1, [](auto a, auto b) { return times(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "CumProd", .run = reference}); }

}  // namespace gearbox::ops::cum_prod
