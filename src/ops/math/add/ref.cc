#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::add {

Status reference(KernelContext& context) {
  return run_numeric_binary(context, []<class T>(T a, T b) { return plus(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Add", .run = reference}); }

}  // namespace gearbox::ops::add
