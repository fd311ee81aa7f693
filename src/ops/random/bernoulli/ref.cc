#include "ops/run/arguments.h"
#include "ops/run/fill.h"
#include "ops/run/random.h"

namespace gearbox::ops::bernoulli {

Status reference(KernelContext& context) {
  const std::vector<double> chance = reals_of(context.input(0));
  RandomStream random = random_stream(context);
  return fill_output(context, context.input(0).dims,
                     [&](int64_t i) { return random.uniform() < chance[static_cast<size_t>(i)] ? 1.0 : 0.0; });
}

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "Bernoulli", .run = reference}); }

}  // namespace gearbox::ops::bernoulli
