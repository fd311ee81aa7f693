#include <cmath>

#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_l2 {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) {
    const W squares = sum_of(group, [](W x) { return times(x, x); });
    return convert<W>(std::sqrt(static_cast<double>(squares)));
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceL2", .run = reference}); }

}  // namespace gearbox::ops::reduce_l2
