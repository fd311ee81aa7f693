#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::is_inf {

Status reference(KernelContext& context) {
  const bool positive = context.attributes().integer("detect_positive", 1) != 0;
  const bool negative = context.attributes().integer("detect_negative", 1) != 0;
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = map_unary<T, bool>(context, [&](T x) {
      const auto wide = static_cast<compute_t<T>>(x);
      return std::isinf(wide) && (wide > 0 ? positive : negative);
    });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "IsInf", .run = reference}); }

}  // namespace gearbox::ops::is_inf
