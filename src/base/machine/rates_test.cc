#include <gtest/gtest.h>

#include <vector>

#include "base/machine/fma_peak.h"
#include "base/machine/memory_rate.h"

namespace gearbox {
namespace {

TEST(MachineRates, FmaPeakIsThatOfAMachine) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "no FMA here";
  EXPECT_GT(measure_fma_peak(), 1e8);
  EXPECT_LT(measure_fma_peak(), 1e12);
}

TEST(MachineRates, ReadingAndCopyingTakeTime) {
  std::vector<std::byte> from(1 << 20, std::byte{3}), to(1 << 20);
  EXPECT_GT(read_rate(from), 1e7);
  EXPECT_LT(read_rate(from), 1e13);
  EXPECT_GT(copy_rate(from, to), 1e7);
  EXPECT_EQ(from, to);
}

TEST(MachineRates, NothingHasNoRate) {
  EXPECT_EQ(read_rate({}), 0);
  EXPECT_EQ(copy_rate({}, {}), 0);
}

}  // namespace
}  // namespace gearbox
