#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_mean {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceMean",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kMean, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_mean
