#include "ops/run/float_only.h"
#include "ops/run/plain_window.h"

namespace gearbox::ops::max_pool {

Status reference(KernelContext& context);

namespace {

Status run_plain(KernelContext& context) {
  const Tensor& x = context.input(0);
  const bool indexed = context.wants_output(1);
  if (x.rank() < 3 || (indexed && context.attributes().integer("storage_order", 0) != 0)) return reference(context);
  const auto window = plain_window(context, x.dims[1]);
  if (!window) return reference(context);
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, window->output()));
  int64_t* indices = nullptr;
  if (indexed) {
    GBX_ASSIGN_OR_RETURN(const Tensor positions, context.output(1, window->output()));
    indices = positions.as<int64_t>();
  }
  kernels::pool_plain(kernels::PoolKind::kMax, x.dims[0] * x.dims[1], window->pool_axes(), x.as<float>(), y.as<float>(), indices,
                      context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) {
  registry.add({.op = "MaxPool", .name = "plain", .run = run_plain, .supports = float_only});
}

}  // namespace gearbox::ops::max_pool
