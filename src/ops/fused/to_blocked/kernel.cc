#include "kernels/layout.h"
#include "ops/kernel_api.h"

namespace gearbox::ops::to_blocked {

namespace {

Status run(KernelContext& context) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error("a blocked tensor has at least two axes");
  GBX_ASSIGN_OR_RETURN(const Tensor y, context.output(0, x.dims));
  if (y.elements() == 0) return {};
  kernels::plain_to_blocked(x.dims[0], x.dims[1], element_count(x.dims.subspan(2)), x.as<float>(), y.as<float>(), context.threads());
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "ToBlocked", .domain = "gearbox", .name = "blocked", .run = run}); }

}  // namespace gearbox::ops::to_blocked
