#include "ops/run/fill_constant.h"
#include "ops/run/planned_output.h"

namespace gearbox::ops::fill {

namespace {

Status run(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const Tensor y, planned_output(context));
  return fill_constant(context, y);
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "Fill", .domain = "gearbox", .name = "threaded", .run = run}); }

}  // namespace gearbox::ops::fill
