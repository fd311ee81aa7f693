#include "kernels/conv_register_steps.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace gearbox::kernels {
namespace conv_register_steps_test {

/// Steps that are left behind HardSwish and a scale.
size_t left_of_scaled_hard_swish(float scale) {
  const std::array<EpilogueStep, 2> steps{EpilogueStep{.kind = EpilogueKind::kActivation, .activation = Activation::kHardSwish},
                                          EpilogueStep{.kind = EpilogueKind::kScaleShift, .a = scale, .b = 0.5F}};
  const ConvRegisterSteps split = split_epilogue({steps});
  EXPECT_EQ(split.activation.kind, RegisterActivation::kHardSwish);
  return split.rest.steps.size();
}

TEST(ConvRegisterSteps, ScalesOfGatesAreNumbersOfWhichNoBitsAreLost) {
  for (const float scale : {1.0F, -2.5F, 0.0F, -0.0F, 1e-20F, 1e20F}) EXPECT_EQ(left_of_scaled_hard_swish(scale), 0) << scale;
  for (const float scale : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 1e-40F, 1e35F}) {
    EXPECT_EQ(left_of_scaled_hard_swish(scale), 1) << scale;
  }
}

}  // namespace conv_register_steps_test
}  // namespace gearbox::kernels
