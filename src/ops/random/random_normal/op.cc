#include "ops/rules.h"
#include "ops/typed_rule.h"

namespace gearbox::ops::random_normal {

/// Normal random numbers of the given mean and standard deviation `scale`.
OpDef definition() {
  return OpDef("RandomNormal")
      .versions({1, 22})
      .output("output", kFloatTypes)
      .attribute("dtype")
      .attribute("mean")
      .attribute("scale")
      .attribute("seed")
      .attribute("shape")
      .infer(float_of_shape_attribute)
      .cost([](const InferContext& c) { return cost_of_shape_attribute(c, 20); })
      .not_pure();
}

}  // namespace gearbox::ops::random_normal
