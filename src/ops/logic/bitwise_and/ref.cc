#include "ops/run/elementwise.h"

namespace gearbox::ops::bitwise_and {

Status reference(KernelContext& context) {
  return run_integer_binary(context, []<class T>(T a, T b) { return static_cast<T>(a & b); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "BitwiseAnd", .run = reference}); }

}  // namespace gearbox::ops::bitwise_and
