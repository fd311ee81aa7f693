#include <numeric>

#include "ops/run/pool.h"

namespace gearbox::ops::global_average_pool {

Status reference(KernelContext& context) {
  return run_global_pool(context, [](std::span<const double> image) {
    return std::accumulate(image.begin(), image.end(), 0.0) / static_cast<double>(image.size());
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "GlobalAveragePool", .run = reference}); }

}  // namespace gearbox::ops::global_average_pool
