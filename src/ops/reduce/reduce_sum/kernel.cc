#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_sum {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceSum",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kSum, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_sum
