#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::random_normal_like {

/// Normal random numbers in the extents of the input.
OpDef definition() {
  return OpDef("RandomNormalLike")
      .versions({1, 22})
      .input("input", {})
      .output("output", kFloatTypes)
      .attribute("dtype")
      .attribute("mean")
      .attribute("scale")
      .attribute("seed")
      .infer([](InferContext& c) { return typed_like_input(c, kFloatTypes); })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 20); })
      .not_pure();
}

}  // namespace gearbox::ops::random_normal_like
