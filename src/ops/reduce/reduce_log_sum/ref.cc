#include <cmath>

#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_log_sum {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) {
    const W sum = sum_of(group, [](W x) { return x; });
    return convert<W>(std::log(static_cast<double>(sum)));
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceLogSum", .run = reference}); }

}  // namespace gearbox::ops::reduce_log_sum
