#include "ops/run/elementwise.h"

namespace gearbox::ops::logical_xor {

Status reference(KernelContext& context) {
  return map_binary<bool, bool>(context, [](bool a, bool b) { return a != b; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Xor", .run = reference}); }

}  // namespace gearbox::ops::logical_xor
