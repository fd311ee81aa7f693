#include "kernels/winograd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

/// The largest error relative to the largest sum before the epilogue, which may shrink values but not errors.
double winograd_error(std::mt19937& random, int tile, const ConvShape& s, ThreadPool& pool) {
  const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * s.h.in * s.w.in);
  const std::vector<float> weights = test::random_floats(random, s.out_channels * s.in_channels * 9);
  std::vector<double> want = test::reference_conv(s, in, weights);
  double largest_sum = 1e-3, largest = 1e-3;
  for (const double v : want) largest_sum = std::max(largest_sum, std::fabs(v));
  const test::RandomEpilogue epilogue(random, s, &want);
  std::vector<float> packed = test::poisoned(winograd_weights_size(tile, s.in_channels, s.out_channels));
  pack_winograd_weights(tile, s.in_channels, s.out_channels, weights.data(), packed.data());
  std::vector<float> out = test::poisoned(blocked_size(s.batch, s.out_channels, s.h.out * s.w.out));
  test::Scratch scratch(winograd_blocked_scratch_bytes(tile, s, pool.threads()));
  winograd_blocked(tile, s, test::blocked(in, s.batch, s.in_channels, s.h.in * s.w.in).data(), packed.data(), out.data(), {epilogue.steps},
                   scratch.data(), pool);
  for (const double v : want) largest = std::max(largest, std::fabs(v));
  return test::relative_error(test::plain(out, s.batch, s.out_channels, s.h.out * s.w.out), want) * largest /
         std::max(largest, largest_sum);
}

TEST(Winograd, RandomShapes) {
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 150; ++round) {
      ThreadPool pool(round % 2 + 1);
      const int tile = random_int(random, 0, 1) == 0 ? 2 : 4;
      const auto axis = [&](int64_t most) {
        const int64_t in = random_int(random, 0, most), pad = random_int(random, -1, 2), end = random_int(random, 0, 2);
        return ConvAxis{in, std::max<int64_t>(0, in + pad + end - 2), 3, 1, 1, pad};
      };
      const ConvShape s{random_int(random, 0, 2), random_int(random, 1, 40), random_int(random, 1, 75), 1, axis(12), axis(40)};
      EXPECT_LT(winograd_error(random, tile, s, pool), tile == 4 ? 2e-5 : 1e-5) << tile << ": " << test::describe(s);
    }
  });
}

TEST(Winograd, SmallMapsAndFewChannelsStayDirect) {
  EXPECT_EQ(winograd_tile(64, 64, 56, 56), 4);
  EXPECT_EQ(winograd_tile(256, 256, 14, 14), 4);
  EXPECT_EQ(winograd_tile(512, 512, 7, 7), 2);
  EXPECT_EQ(winograd_tile(512, 512, 4, 4), 0);
  EXPECT_EQ(winograd_tile(512, 512, 1, 40), 0);
  EXPECT_EQ(winograd_tile(64, 64, 1, 40), 0);
  EXPECT_EQ(winograd_tile(3, 64, 56, 56), 0);
  EXPECT_FALSE(winograd_profitable(64, 64, 0, 5));
}

TEST(Winograd, ErrorStaysSmallForManyChannels) {
  ThreadPool pool(2);
  std::mt19937 random(2);
  const ConvShape s{1, 256, 32, 1, {14, 14, 3, 1, 1, 1}, {14, 14, 3, 1, 1, 1}};
  EXPECT_LT(winograd_error(random, 4, s, pool), 6e-6);
  EXPECT_LT(winograd_error(random, 2, s, pool), 3e-6);
}

}  // namespace
}  // namespace gearbox::kernels
