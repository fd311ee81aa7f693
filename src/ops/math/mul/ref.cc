#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::mul {

Status reference(KernelContext& context) {
  return run_numeric_binary(context, []<class T>(T a, T b) { return times(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Mul", .run = reference}); }

}  // namespace gearbox::ops::mul
