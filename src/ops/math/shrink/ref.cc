#include "ops/run/convert.h"
#include "ops/run/elementwise.h"

namespace gearbox::ops::shrink {

Status reference(KernelContext& context) {
  const float bias = context.attributes().real("bias", 0.0f);
  const float threshold = context.attributes().real("lambd", 0.5f);
  return run_numeric_unary(context, [&]<class T>(T x) {
    const double wide = convert<double>(x);
    return convert<T>(wide < -threshold ? wide + bias : wide > threshold ? wide - bias : 0.0);
  });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Shrink", .run = reference}); }

}  // namespace gearbox::ops::shrink
