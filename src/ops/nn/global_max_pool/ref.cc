#include <limits>

#include "ops/run/pool.h"

namespace gearbox::ops::global_max_pool {

Status reference(KernelContext& context) {
  return run_global_pool(context, [](std::span<const double> image) {
    double largest = -std::numeric_limits<double>::infinity();
    for (double x : image) largest = larger(largest, x);
    return largest;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GlobalMaxPool", .run = reference}); }

}  // namespace gearbox::ops::global_max_pool
