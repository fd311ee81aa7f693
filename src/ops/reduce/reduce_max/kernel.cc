#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_max {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceMax",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kMax, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_max
