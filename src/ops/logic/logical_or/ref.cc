#include "ops/run/elementwise.h"

namespace gearbox::ops::logical_or {

Status reference(KernelContext& context) {
  return map_binary<bool, bool>(context, [](bool a, bool b) { return a || b; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Or", .run = reference}); }

}  // namespace gearbox::ops::logical_or
