#include <algorithm>

#include "ops/run/elementwise.h"

namespace gearbox::ops::hard_swish {

Status reference(KernelContext& context) {
  return run_float_unary(context, [](auto x) { return x * std::clamp<decltype(x)>(x / 6 + decltype(x)(0.5), 0, 1); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "HardSwish", .run = reference}); }

}  // namespace gearbox::ops::hard_swish
