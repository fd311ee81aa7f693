#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::gelu {

Status reference(KernelContext& context) {
  const bool tanh = context.attributes().text("approximate", "none") == "tanh";
  return run_float_unary(context, [&](auto x) {
    using T = decltype(x);
    const T root_of_two_over_pi = T(0.79788456080286535588), root_half = T(0.70710678118654752440);
    return tanh ? x * (1 + std::tanh(root_of_two_over_pi * (x + T(0.044715) * x * x * x))) / 2 : x * (1 + std::erf(x * root_half)) / 2;
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Gelu", .run = reference}); }

}  // namespace gearbox::ops::gelu
