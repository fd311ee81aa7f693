#include "ops/loss_rule.h"
#include "ops/rules.h"

namespace gearbox::ops::softmax_cross_entropy_loss {

/// Negative log likelihood of the labels under the softmax of scores [N, C, d...] along C; output 1 is the log softmax itself.
OpDef definition() {
  return OpDef("SoftmaxCrossEntropyLoss")
      .versions({12, 13})
      .input("scores", kFloatTypes)
      .input("labels", kIndexTypes)
      .input("weights", kFloatTypes, Formal::Arity::kOptional)
      .output("output", kFloatTypes)
      .output("log_prob", kFloatTypes, Formal::Arity::kOptional)
      .attribute("ignore_index")
      .attribute("reduction")
      .infer([](InferContext& c) -> Status {
        GBX_RETURN_IF_ERROR(loss_shape(c));
        if (c.ranked(0)) {
          c.output(1, c.dtype(0), c.shape(0));
        } else {
          c.output_unranked(1, c.dtype(0));
        }
        return {};
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 10); });
}

}  // namespace gearbox::ops::softmax_cross_entropy_loss
