#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_log_sum {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceLogSum",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kLogSum, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_log_sum
