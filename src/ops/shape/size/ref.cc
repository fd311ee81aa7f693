#include "ops/run/arguments.h"

namespace gearbox::ops::size {

Status reference(KernelContext& context) {
  GBX_ASSIGN_OR_RETURN(Tensor y, context.output(0, {}));
  *y.as<int64_t>() = context.input(0).elements();
  return {};
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Size", .run = reference}); }

}  // namespace gearbox::ops::size
