#include "cli/step_prediction.h"

#include <gtest/gtest.h>

namespace gearbox::cli {
namespace {

MachineProfile machine() {
  MachineProfile out;
  out.fma = 100e9;
  out.l2_read = 100e9;
  out.l3_read = 50e9;
  out.memory_read = 10e9;
  out.l2_bytes = 1000;
  out.l3_bytes = 1000000;
  return out;
}

TEST(StepPrediction, TheLongerOfComputingAndMovingBounds) {
  SeenStep step;
  step.other_bytes = 1000;
  EXPECT_STREQ(predict_step(step, 1e6, 0, machine()).bound(), "computing");
  EXPECT_DOUBLE_EQ(predict_step(step, 1e6, 0, machine()).computing_ns, 10000);
  step.other_bytes = 900000;
  EXPECT_STREQ(predict_step(step, 1e5, 0, machine()).bound(), "memory");
  EXPECT_DOUBLE_EQ(predict_step(step, 1e5, 0, machine()).moving_ns, 18000);
  EXPECT_STREQ(predict_step({}, -1, 0, machine()).bound(), "calling");
}

TEST(StepPrediction, WeightsComeFromAsFarAsAllWeightsTogetherReach) {
  SeenStep step;
  step.constant_bytes = 1000;
  EXPECT_DOUBLE_EQ(predict_step(step, 0, 1000, machine()).moving_ns, 10);
  EXPECT_DOUBLE_EQ(predict_step(step, 0, 1e9, machine()).moving_ns, 100);
}

TEST(StepPrediction, ThreadsShareWhatIsWorthAForkAndJoin) {
  MachineProfile two = machine();
  two.region_ns = 500;
  const StepPrediction large = predict_step({}, 1e6, 0, two, 2);
  EXPECT_DOUBLE_EQ(large.computing_ns, 5000);
  EXPECT_DOUBLE_EQ(large.ns() - large.computing_ns, predict_step({}, 1e6, 0, two).calling_ns + 500);
  EXPECT_DOUBLE_EQ(predict_step({}, 1e4, 0, two, 2).computing_ns, 100);
  SeenStep far;
  far.other_bytes = 2e6;
  EXPECT_DOUBLE_EQ(predict_step(far, 0, 0, two, 2).ns(), predict_step(far, 0, 0, two).ns());
}

TEST(StepPrediction, WinogradAndStrassenNeedFewerProducts) {
  SeenStep step;
  step.algorithm = "winograd4";
  EXPECT_DOUBLE_EQ(predict_step(step, 4e6, 0, machine()).computing_ns, 10000);
  step.algorithm = "strassen";
  EXPECT_DOUBLE_EQ(predict_step(step, 4e6, 0, machine()).computing_ns, 35000);
  EXPECT_EQ(work_share("direct"), 1);
}

}  // namespace
}  // namespace gearbox::cli
