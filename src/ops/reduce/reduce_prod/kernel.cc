#include "ops/run/reduce_fast.h"

namespace gearbox::ops::reduce_prod {

Status reference(KernelContext& context);

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "ReduceProd",
                .name = "neighbours",
                .run = run_neighbour_reduction<kernels::ReduceOp::kProd, reference>,
                .supports = float_only});
}

}  // namespace gearbox::ops::reduce_prod
