#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_l2 {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add(
      {.op = "ReduceL2", .name = "neighbours", .run = run_neighbour_reduction<kernels::ReduceOp::kL2, reference>, .supports = float_only});
}

}  // namespace gearbox::ops::reduce_l2
