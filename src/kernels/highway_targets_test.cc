#include <gtest/gtest.h>

#include "hwy/targets.h"

namespace gearbox::kernels {
namespace {

TEST(HighwayTargets, AreThoseOfTheCpu) {
  const int64_t targets = hwy::SupportedTargets();
  EXPECT_NE(targets & HWY_STATIC_TARGET, 0);
  EXPECT_EQ((targets & HWY_AVX2) != 0, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
  EXPECT_EQ((targets & HWY_AVX3) != 0, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"));
  EXPECT_EQ(targets & HWY_AVX3_DL, 0) << "nothing is compiled for it";
}

TEST(HighwayTargets, AreLimitedForTests) {
  const int64_t all = hwy::SupportedTargets();
  hwy::GetChosenTarget().Update(all);
  hwy::SetSupportedTargetsForTest(HWY_STATIC_TARGET);
  EXPECT_EQ(hwy::SupportedTargets(), HWY_STATIC_TARGET);
  EXPECT_FALSE(hwy::GetChosenTarget().IsInitialized()) << "the next call of a kernel chooses again";
  EXPECT_EQ(hwy::SupportedAndGeneratedTargets(), std::vector<int64_t>{HWY_STATIC_TARGET});
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_EQ(hwy::SupportedTargets(), all);
}

}  // namespace
}  // namespace gearbox::kernels
