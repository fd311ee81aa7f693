#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::sub {

Status reference(KernelContext& context) {
  return run_numeric_binary(context, []<class T>(T a, T b) { return minus(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Sub", .run = reference}); }

}  // namespace gearbox::ops::sub
