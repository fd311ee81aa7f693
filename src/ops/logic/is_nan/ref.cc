#include <cmath>

#include "ops/run/elementwise.h"

namespace gearbox::ops::is_nan {

Status reference(KernelContext& context) {
  Status status;
  const bool known = dispatch_float(context.input(0).dtype, [&]<class T>(T) {
    status = map_unary<T, bool>(context, [](T x) { return std::isnan(static_cast<compute_t<T>>(x)); });
  });
  return known_type(context, known, std::move(status));
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "IsNaN", .run = reference}); }

}  // namespace gearbox::ops::is_nan
