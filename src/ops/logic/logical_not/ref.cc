#include "ops/run/elementwise.h"

namespace gearbox::ops::logical_not {

Status reference(KernelContext& context) {
  return map_unary<bool, bool>(context, [](bool x) { return !x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Not", .run = reference}); }

}  // namespace gearbox::ops::logical_not
