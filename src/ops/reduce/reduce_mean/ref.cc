#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_mean {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) {
    return quotient(sum_of(group, [](W x) { return x; }), static_cast<W>(group.size()));
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceMean", .run = reference}); }

}  // namespace gearbox::ops::reduce_mean
