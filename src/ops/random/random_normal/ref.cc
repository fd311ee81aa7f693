#include "ops/run/fill.h"
#include "ops/run/random.h"

namespace gearbox::ops::random_normal {

Status reference(KernelContext& context) {
  const float mean = context.attributes().real("mean", 0.0f);
  const float scale = context.attributes().real("scale", 1.0f);
  RandomStream random = random_stream(context);
  return fill_output(context, context.attributes().integers("shape"), [&](int64_t) { return mean + scale * random.normal(); });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "RandomNormal", .run = reference}); }

}  // namespace gearbox::ops::random_normal
