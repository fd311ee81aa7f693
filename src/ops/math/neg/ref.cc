#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::neg {

Status reference(KernelContext& context) {
  return run_numeric_unary(context, []<class T>(T x) { return negated(x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Neg", .run = reference}); }

}  // namespace gearbox::ops::neg
