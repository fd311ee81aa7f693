#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::random_uniform {

/// Random numbers uniform in [low, high).
OpDef definition() {
  return OpDef("RandomUniform")
      .versions({1, 22})
      .output("output", kFloatTypes)
      .attribute("dtype")
      .attribute("high")
      .attribute("low")
      .attribute("seed")
      .attribute("shape")
      .infer(float_of_shape_attribute)
      .cost([](const InferContext& c) { return cost_of_shape_attribute(c, 20); })
      .not_pure();
}

}  // namespace gearbox::ops::random_uniform
