#include "ops/run/elementwise.h"

namespace gearbox::ops::thresholded_relu {

Status reference(KernelContext& context) {
  const float alpha = context.attributes().real("alpha", 1.0f);
  return run_float_unary(context, [&](auto x) { return x > alpha ? x : 0; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "ThresholdedRelu", .run = reference}); }

}  // namespace gearbox::ops::thresholded_relu
