#include "kernels/depthwise.h"

#include <gtest/gtest.h>

#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

void check_depthwise(std::mt19937& random, ConvShape s, ThreadPool& pool) {
  s.out_channels = s.groups = s.in_channels;
  const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * s.h.in * s.w.in);
  const std::vector<float> weights = test::random_floats(random, s.in_channels * s.h.kernel * s.w.kernel);
  std::vector<double> want = test::reference_conv(s, in, weights);
  const test::RandomEpilogue epilogue(random, s, &want);
  std::vector<float> packed = test::poisoned(depthwise_weights_size(s.in_channels, s.h.kernel, s.w.kernel));
  pack_depthwise_weights(s.in_channels, s.h.kernel, s.w.kernel, weights.data(), packed.data());
  std::vector<float> out = test::poisoned(blocked_size(s.batch, s.in_channels, s.h.out * s.w.out));
  depthwise_blocked(s, test::blocked(in, s.batch, s.in_channels, s.h.in * s.w.in).data(), packed.data(), out.data(), {epilogue.steps},
                    pool);
  EXPECT_LT(test::relative_error(test::plain(out, s.batch, s.in_channels, s.h.out * s.w.out), want), 1e-5) << test::describe(s);
}

TEST(Depthwise, RandomShapes) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 250; ++round) {
      ConvShape s;
      s.batch = test::random_int(random, 0, 2);
      s.in_channels = test::random_int(random, 1, 40);
      s.h = test::random_axis(random, 12, 6);
      s.w = test::random_axis(random, 40, 6);
      check_depthwise(random, s, pool);
    }
  });
}

TEST(Depthwise, SquareKernelsReuseInputs) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(2);
    for (const int64_t kernel : {3, 5, 7}) {
      for (const int64_t stride : {1, 2}) {
        for (int64_t width = 1; width < 30; ++width) {
          ConvShape s;
          s.in_channels = 13;
          const int64_t pad = test::random_int(random, 0, kernel / 2);
          if (width + 2 * pad < kernel) continue;
          s.w = {width, (width + 2 * pad - kernel) / stride + 1, kernel, stride, 1, pad};
          s.h = {9, (9 + 2 * pad - kernel) / stride + 1, kernel, stride, 1, pad};
          check_depthwise(random, s, pool);
        }
      }
    }
  });
}

}  // namespace
}  // namespace gearbox::kernels
