#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_sum_square {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceSumSquare",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kSumSquare, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_sum_square
