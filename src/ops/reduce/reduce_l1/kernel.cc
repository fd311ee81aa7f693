#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_l1 {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add(
      {.op = "ReduceL1", .name = "neighbours", .run = run_neighbour_reduction<kernels::ReduceOp::kL1, reference>, .supports = float_only});
}

}  // namespace gearbox::ops::reduce_l1
