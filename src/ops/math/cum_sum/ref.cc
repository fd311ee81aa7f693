#include "ops/run/cumulative.h"

namespace gearbox::ops::cum_sum {

Status reference(KernelContext& context) {
  return run_cumulative(context, 0, [](auto a, auto b) { return plus(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "CumSum", .run = reference}); }

}  // namespace gearbox::ops::cum_sum
