#include "kernels/layout.h"

#include <gtest/gtest.h>

#include "kernels/conv_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

TEST(Layout, RoundTripMatchesThePlainLoops) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 100; ++round) {
      const int64_t batch = test::random_int(random, 0, 3), channels = test::random_int(random, 0, 30);
      const int64_t pixels = test::random_int(random, 0, round % 10 == 0 ? 1500 : 40);
      const std::vector<float> in = test::random_floats(random, batch * channels * pixels);
      std::vector<float> blocked = test::poisoned(blocked_size(batch, channels, pixels));
      plain_to_blocked(batch, channels, pixels, in.data(), blocked.data(), pool);
      for (const float value : blocked) EXPECT_EQ(value, value) << "padding lanes are zeros";
      EXPECT_EQ(test::plain(blocked, batch, channels, pixels), in);
      const std::vector<float> garbage = test::blocked(in, batch, channels, pixels);
      std::vector<float> out = test::poisoned(batch * channels * pixels);
      blocked_to_plain(batch, channels, pixels, garbage.data(), out.data(), pool);
      EXPECT_EQ(out, in);
    }
  });
}

}  // namespace
}  // namespace gearbox::kernels
