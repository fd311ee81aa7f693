#include "ops/run/arguments.h"

namespace gearbox::ops::identity {

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, context.input(0).dims));
  copy_elements(context.input(0), y);
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Identity", .run = reference}); }

}  // namespace gearbox::ops::identity
