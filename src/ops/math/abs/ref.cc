#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::abs {

Status reference(KernelContext& context) {
  return run_numeric_unary(context, []<class T>(T x) { return x < T(0) ? negated(x) : x == T(0) ? T(0) : x; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Abs", .run = reference}); }

}  // namespace gearbox::ops::abs
