#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::swiglu {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 1.0f);
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = map_binary<T, T>(context, [&](T a, T b) {
      const auto x = static_cast<compute_t<T>>(a);
      return T(x / (1 + std::exp(-alpha * x)) * static_cast<compute_t<T>>(b));
    });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "SwiGLU", .run = reference}); }

}  // namespace gearbox::ops::swiglu
