#include "ops/run/arguments.h"
#include "ops/run/planned_output.h"

namespace gearbox::ops::view {

namespace {

/// Runs only where the result could not share its input's bytes.
Status run(KernelContext& context) {
  const Tensor& x = context.input(0);
  GBX_ASSIGN_OR_RETURN(const Tensor y, planned_output(context));
  if (y.elements() != x.elements()) return context.error("cannot reshape " + list_text(x.dims) + " to " + list_text(y.dims));
  copy_elements(x, y);
  return {};
}

}  // namespace

void register_kernels(KernelRegistry& registry) { registry.add({.op = "View", .domain = "gearbox", .name = "copy", .run = run}); }

}  // namespace gearbox::ops::view
