#include "ops/arguments.h"
#include "ops/rules.h"

namespace gearbox::ops::dropout {

namespace {

Status infer(InferContext& c) {
  GBX_RETURN_IF_ERROR(same_as_input(c));
  const DType mask = c.version() < 10 ? c.dtype(0) : DType::kBool;
  if (c.ranked(0)) {
    c.output(1, mask, c.shape(0));
  } else {
    c.output_unranked(1, mask);
  }
  return {};
}

}  // namespace

/// The input as it is, and a mask of ones: nothing is dropped outside of training.
OpDef definition() {
  return OpDef("Dropout")
      .versions({7, 10, 12, 13, 22})
      .input("data", kFloatTypes)
      .input("ratio", kFloatTypes, Formal::Arity::kOptional)
      .input("training_mode", kBoolTypes, Formal::Arity::kOptional)
      .output("output", kFloatTypes)
      .output("mask", {}, Formal::Arity::kOptional)
      .attribute("ratio")
      .attribute("seed")
      .infer(infer)
      .axes(independent)
      .cost(move_cost)
      .may_share(0);
}

}  // namespace gearbox::ops::dropout
