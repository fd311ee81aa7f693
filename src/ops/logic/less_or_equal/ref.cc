#include "ops/run/elementwise.h"

namespace gearbox::ops::less_or_equal {

Status reference(KernelContext& context) {
  return run_comparison(context, [](auto a, auto b) { return a <= b; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "LessOrEqual", .run = reference}); }

}  // namespace gearbox::ops::less_or_equal
