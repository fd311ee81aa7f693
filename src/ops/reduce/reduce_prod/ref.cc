#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_prod {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) {
    W product = 1;
    for (W x : group) product = times(product, x);
    return product;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceProd", .run = reference}); }

}  // namespace gearbox::ops::reduce_prod
