#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::bernoulli {

/// 1 with the probability that each element holds, else 0.
OpDef definition() {
  return OpDef("Bernoulli")
      .versions({15, 22})
      .input("input", kFloatTypes)
      .output("output", kAllTypes)
      .attribute("dtype")
      .attribute("seed")
      .infer([](InferContext& c) { return typed_like_input(c, kAllTypes); })
      .axes(independent)
      .cost([](const InferContext& c) { return elementwise_cost(c, 20); })
      .not_pure();
}

}  // namespace gearbox::ops::bernoulli
