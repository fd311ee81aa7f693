#include "ops/run/elementwise.h"

namespace gearbox::ops::bitwise_not {

Status reference(KernelContext& context) {
  return run_integer_unary(context, []<class T>(T x) { return static_cast<T>(~x); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BitwiseNot", .run = reference}); }

}  // namespace gearbox::ops::bitwise_not
