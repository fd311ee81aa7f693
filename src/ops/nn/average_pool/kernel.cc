#include "ops/run/float_only.h"
#include "ops/run/plain_window.h"

namespace gearbox::ops::average_pool {

Status reference(KernelContext& context);

namespace {

Status run_plain(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 3) return reference(context);
  const auto window = plain_window(context, x.dims[1]);
  if (!window) return reference(context);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, window->output()));
  const bool padding_counts = context.attributes().integer("count_include_pad", 0) != 0;
  kernels::pool_plain(padding_counts ? kernels::PoolKind::kAverageWithPads : kernels::PoolKind::kAverage, x.dims[0] * x.dims[1],
                      window->pool_axes(), x.as<float>(), y.as<float>(), nullptr, context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "AveragePool", .name = "plain", .run = run_plain, .supports = float_only});
}

}  // namespace gearbox::ops::average_pool
