#include "ops/loss_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::negative_log_likelihood_loss {

/// Negative log likelihood of the labels under log probabilities [N, C, d...].
OpDef definition() {
  return OpDef("NegativeLogLikelihoodLoss")
      .versions({12, 13, 22})
      .input("input", kFloatTypes)
      .input("target", kIndexTypes)
      .input("weight", kFloatTypes, Formal::Arity::kOptional)
      .output("loss", kFloatTypes)
      .attribute("ignore_index")
      .attribute("reduction")
      .infer(loss_shape)
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); });
}

}  // namespace gearbox::ops::negative_log_likelihood_loss
