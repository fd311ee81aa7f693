#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_l1 {

Status reference(KernelContext& context) {
  return run_reduction(
      context, []<class W>(auto, std::span<const W> group) { return sum_of(group, [](W x) { return x < W(0) ? negated(x) : x; }); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceL1", .run = reference}); }

}  // namespace gearbox::ops::reduce_l1
