#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_min {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class T, class W>(T, std::span<const W> group) {
    W best = static_cast<W>(highest_value<T>());
    for (W x : group) best = smaller(best, x);
    return best;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceMin", .run = reference}); }

}  // namespace gearbox::ops::reduce_min
