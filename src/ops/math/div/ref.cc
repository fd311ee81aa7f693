#include "ops/run/arithmetic.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::div {

Status reference(KernelContext& context) {
  return run_numeric_binary(context, []<class T>(T a, T b) { return quotient(a, b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Div", .run = reference}); }

}  // namespace gearbox::ops::div
