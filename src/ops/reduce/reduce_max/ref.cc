#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_max {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class T, class W>(T, std::span<const W> group) {
    W best = static_cast<W>(lowest_value<T>());
    for (W x : group) best = larger(best, x);
    return best;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceMax", .run = reference}); }

}  // namespace gearbox::ops::reduce_max
