#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::sign {

Status reference(KernelContext& context) {
  return run_numeric_unary(context, []<class T>(T x) { return x > T(0) ? T(1) : x < T(0) ? negated(T(1)) : x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sign", .run = reference}); }

}  // namespace gearbox::ops::sign
