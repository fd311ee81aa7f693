#include "ops/run/fill.h"
#include "ops/run/random.h"

namespace gearbox::ops::random_uniform {

Status reference(KernelContext& context) {
  const float high = context.attributes().real("high", 1.0f);
  const float low = context.attributes().real("low", 0.0f);
  RandomStream random = random_stream(context);
  return fill_output(context, context.attributes().integers("shape"), [&](int64_t) { return low + (high - low) * random.uniform(); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RandomUniform", .run = reference}); }

}  // namespace gearbox::ops::random_uniform
