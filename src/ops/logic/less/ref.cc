#include "ops/run/elementwise.h"

namespace gearbox::ops::less {

Status reference(KernelContext& context) {
  return run_comparison(context, [](auto a, auto b) { return a < b; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Less", .run = reference}); }

}  // namespace gearbox::ops::less
