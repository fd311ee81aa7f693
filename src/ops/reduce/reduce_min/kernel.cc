#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_min {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceMin",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kMin, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_min
