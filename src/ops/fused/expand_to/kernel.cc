#include "ops/run/expand.h"
#include "ops/run/planned_output.h"

namespace gearbox::ops::expand_to {

namespace {

Status run(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(const Tensor y, planned_output(context));
  return expand_into(context, context.input(0), y);
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "ExpandTo", .domain = "gearbox", .name = "strided", .run = run}); }

}  // namespace gearbox::ops::expand_to
