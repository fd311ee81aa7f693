#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_sum {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) { return sum_of(group, [](W x) { return x; }); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceSum", .run = reference}); }

}  // namespace gearbox::ops::reduce_sum
