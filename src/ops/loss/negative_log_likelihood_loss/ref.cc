#include "ops/run/loss.h"

namespace gearbox::ops::negative_log_likelihood_loss {

Status reference(KernelContext& context) { return run_negative_log_likelihood(context, reals_of(context.input(0))); }

void register_reference(KernelRegistry& registry) { registry.add_reference({.op = "NegativeLogLikelihoodLoss", .run = reference}); }

}  // namespace gearbox::ops::negative_log_likelihood_loss
