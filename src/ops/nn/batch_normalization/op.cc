#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::batch_normalization {

namespace {

Status infer(InferContext& c) {
  if (c.attributes().integer("spatial", 1) == 0) return c.error("'spatial' of 0 is not supported");
  const bool training = c.attributes().integer("training_mode", 0) != 0;
  if (!training && (c.wants_output(1) || c.wants_output(2))) return c.error("gives running statistics in training mode only");
  GBX_RETURN_IF_ERROR(same_as_input(c));
  if (c.ranked(0)) {
    const Dim channels = c.rank(0) > 1 ? c.shape(0)[1] : Dim(1);
    for (int i = 1; i < 5; ++i) {
      if (c.ranked(i))
        GBX_RETURN_IF_ERROR(
            c.require_equal(c.volume(i), channels, "BatchNormalization: elements of " + quoted(c, i) + " and channels of " + quoted(c, 0)));
    }
  }
  for (int i : {1, 2}) {
    if (c.ranked(i + 2)) {
      c.output(i, c.dtype(i + 2), c.shape(i + 2));
    } else {
      c.output_late(i, c.dtype(i + 2), 1);
    }
  }
  return {};
}

}  // namespace

/// (X - mean) / sqrt(var + epsilon) * scale + B by channel. In training mode mean and variance are those of the batch, and the running ones
/// move towards them.
OpDef definition() {
  return OpDef("BatchNormalization")
      .versions({7, 9, 14, 15})
      .input("X", kFloatTypes)
      .input("scale", kFloatTypes)
      .input("B", kFloatTypes)
      .input("input_mean", kFloatTypes)
      .input("input_var", kFloatTypes)
      .output("Y", kFloatTypes)
      .output("running_mean", kFloatTypes, Formal::Arity::kOptional)
      .output("running_var", kFloatTypes, Formal::Arity::kOptional)
      .attribute("epsilon")
      .attribute("momentum")
      .attribute("spatial")
      .attribute("training_mode")
      .infer(infer)
      .axes([](const InferContext& c, int input, int64_t axis) {
        const bool training = c.attributes().integer("training_mode", 0) != 0;
        return training && input == 0 && axis != 1 ? AxisRole::kNormalised : AxisRole::kIndependent;
      })
      .cost([](const InferContext& c) { return elementwise_cost(c, 2); })
      .may_share(0);
}

}  // namespace gearbox::ops::batch_normalization
