#include <cmath>

#include "ops/run/reduce.h"

namespace gearbox::ops::reduce_log_sum_exp {

Status reference(KernelContext& context) {
  return run_reduction(context, []<class W>(auto, std::span<const W> group) {
    double largest = lowest_value<double>(), sum = 0;
    for (W x : group) largest = larger(largest, static_cast<double>(x));
    if (std::isinf(largest)) return convert<W>(largest);
    for (W x : group) sum += std::exp(static_cast<double>(x) - largest);
    return convert<W>(largest + std::log(sum));
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ReduceLogSumExp", .run = reference}); }

}  // namespace gearbox::ops::reduce_log_sum_exp
