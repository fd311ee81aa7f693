#include <numeric>

#include "ops/run/pool.h"

namespace gearbox::ops::average_pool {

Status reference(KernelContext& context) {
  const bool padding_counts = context.attributes().integer("count_include_pad", 0) != 0;
  return run_pool(context, [&](std::span<const double> inside, int64_t padding) {
    const double count = static_cast<double>(inside.size()) + (padding_counts ? static_cast<double>(padding) : 0);
    return count > 0 ? std::accumulate(inside.begin(), inside.end(), 0.0) / count : 0.0;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "AveragePool", .run = reference}); }

}  // namespace gearbox::ops::average_pool
