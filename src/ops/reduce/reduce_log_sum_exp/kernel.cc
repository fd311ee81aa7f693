#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_log_sum_exp {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceLogSumExp",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kLogSumExp, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_log_sum_exp
