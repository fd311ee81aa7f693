#include "kernels/conv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/thread_pool.h"
#include "kernels/conv_pack.h"
#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

ConvWeightShape weight_shape(const ConvShape& s) { return {s.in_channels, s.out_channels, s.groups, s.h.kernel, s.w.kernel}; }

void check_blocked(std::mt19937& random, ConvShape s, ThreadPool& pool) {
  s.large_bias = s.out_channels % 2 != 0;
  const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * s.h.in * s.w.in);
  const std::vector<float> weights = test::random_floats(random, s.out_channels * (s.in_channels / s.groups) * s.h.kernel * s.w.kernel);
  std::vector<double> want = test::reference_conv(s, in, weights);
  const test::RandomEpilogue epilogue(random, s, &want);
  const std::vector<float> in_blocked = test::blocked(in, s.batch, s.in_channels, s.h.in * s.w.in);
  std::vector<float> packed = test::poisoned(conv_weights_size(weight_shape(s)));
  pack_conv_weights(weight_shape(s), weights.data(), packed.data());
  std::vector<float> out = test::poisoned(blocked_size(s.batch, s.out_channels, s.h.out * s.w.out));
  test::Scratch scratch(conv_blocked_scratch_bytes(s, pool.threads()));
  conv_blocked(s, in_blocked.data(), packed.data(), out.data(), {epilogue.steps}, scratch.data(), pool);
  EXPECT_LT(test::relative_error(test::plain(out, s.batch, s.out_channels, s.h.out * s.w.out), want), 2e-5) << test::describe(s);
}

TEST(ConvBlocked, RandomShapes) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 250; ++round) {
      ConvShape s;
      s.batch = random_int(random, 0, 2);
      s.in_channels = random_int(random, 1, 40);
      s.out_channels = random_int(random, 1, 75);
      s.h = test::random_axis(random, 12, 4);
      s.w = test::random_axis(random, 30, 5);
      check_blocked(random, s, pool);
    }
  });
}

TEST(ConvBlocked, Groups) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(2);
    for (int round = 0; round < 80; ++round) {
      ConvShape s;
      s.groups = random_int(random, 1, 4);
      const int64_t unit = round % 2 == 0 ? 8 : 1;
      s.in_channels = s.groups * unit * random_int(random, 1, 5);
      s.out_channels = s.groups * unit * random_int(random, 1, 7);
      s.h = test::random_axis(random, 8, 3);
      s.w = test::random_axis(random, 12, 3);
      check_blocked(random, s, pool);
    }
  });
}

TEST(ConvBlocked, LargeBiasesDoNotRoundTheProducts) {
  ThreadPool pool(1);
  for_each_target([&] {
    std::mt19937 random(8);
    for (const int64_t in_channels : {3, 16, 60, 64, 100}) {
      const ConvAxis axis{9, 9, 1, 1, 1, 0};
      const ConvShape s{2, in_channels, 40, 1, axis, axis, in_channels < 64};
      const std::vector<float> in = test::random_floats(random, 2 * in_channels * 81);
      const std::vector<float> weights = test::random_floats(random, 40 * in_channels), bias(40, 1000.F);
      std::vector<float> packed = test::poisoned(conv_weights_size(weight_shape(s))), out = test::poisoned(blocked_size(2, 40, 81));
      pack_conv_weights(weight_shape(s), weights.data(), packed.data());
      test::Scratch scratch(conv_blocked_scratch_bytes(s, 1));
      const EpilogueStep step{.kind = EpilogueKind::kAddChannel, .data = bias.data()};
      conv_blocked(s, test::blocked(in, 2, in_channels, 81).data(), packed.data(), out.data(), {std::span(&step, 1)}, scratch.data(), pool);
      const std::vector<float> got = test::plain(out, 2, 40, 81);
      const std::vector<double> sums = test::reference_conv(s, in, weights);
      constexpr double kHalfStep = 1000. / (1 << 24) * 1.1;
      for (size_t i = 0; i < sums.size(); ++i) ASSERT_NEAR(got[i], sums[i] + 1000, kHalfStep) << test::describe(s) << ", output " << i;
    }
  });
}

TEST(ConvBlocked, GroupsInsideOneBlock) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(6);
    const ConvAxis same{11, 11, 3, 1, 1, 1}, half{11, 6, 3, 2, 1, 1};
    check_blocked(random, {2, 32, 32, 8, same, half}, pool);
    check_blocked(random, {1, 24, 24, 12, half, same}, pool);
    check_blocked(random, {1, 6, 18, 6, same, same}, pool);
    check_blocked(random, {1, 5, 80, 5, same, half}, pool);
  });
}

TEST(ConvBlocked, NetShapes) {
  ThreadPool pool(2);
  const auto axis = [](int64_t in, int64_t kernel, int64_t stride, int64_t pad) {
    return ConvAxis{in, (in + 2 * pad - kernel) / stride + 1, kernel, stride, 1, pad};
  };
  for_each_target([&] {
    std::mt19937 random(3);
    check_blocked(random, {1, 200, 64, 1, axis(7, 3, 1, 1), axis(7, 3, 1, 1)}, pool);
    check_blocked(random, {1, 136, 72, 1, axis(14, 3, 1, 1), axis(14, 3, 1, 1)}, pool);
    check_blocked(random, {2, 600, 40, 1, axis(7, 1, 1, 0), axis(7, 1, 1, 0)}, pool);
    check_blocked(random, {1, 64, 16, 1, axis(10, 3, 2, 1), axis(400, 3, 2, 1)}, pool);
    check_blocked(random, {2, 90, 70, 1, axis(14, 1, 2, 0), axis(15, 1, 2, 0)}, pool);
    check_blocked(random, {1, 300, 64, 1, axis(5, 1, 3, 0), axis(700, 1, 3, 0)}, pool);
    check_blocked(random, {1, 24, 24, 1, axis(1, 1, 1, 0), axis(500, 9, 1, 4)}, pool);
    check_blocked(random, {1, 64, 8, 1, axis(12, 3, 1, 1), axis(600, 3, 1, 1)}, pool);
  });
}

TEST(ConvBlocked, NegativePadSkipsInput) {
  ThreadPool pool(1);
  std::mt19937 random(4);
  check_blocked(random, {1, 9, 17, 1, {6, 3, 2, 1, 1, -2}, {20, 12, 3, 1, 1, -3}}, pool);
  check_blocked(random, {1, 9, 17, 1, {6, 9, 2, 1, 1, -2}, {20, 24, 3, 1, 1, -3}}, pool);
}

TEST(ConvPlainInput, RandomShapes) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(5);
    for (int round = 0; round < 100; ++round) {
      ConvShape s;
      s.batch = random_int(random, 0, 2);
      s.in_channels = random_int(random, 1, 5);
      s.out_channels = random_int(random, 1, 70);
      s.h = test::random_axis(random, 20, 7);
      s.w = test::random_axis(random, 40, 7);
      const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * s.h.in * s.w.in);
      const std::vector<float> weights = test::random_floats(random, s.out_channels * s.in_channels * s.h.kernel * s.w.kernel);
      std::vector<double> want = test::reference_conv(s, in, weights);
      const test::RandomEpilogue epilogue(random, s, &want);
      std::vector<float> packed = test::poisoned(conv_plain_weights_size(weight_shape(s)));
      pack_conv_plain_weights(weight_shape(s), weights.data(), packed.data());
      std::vector<float> out = test::poisoned(blocked_size(s.batch, s.out_channels, s.h.out * s.w.out));
      test::Scratch scratch(conv_plain_input_scratch_bytes(s, pool.threads()));
      conv_plain_input(s, in.data(), packed.data(), out.data(), {epilogue.steps}, scratch.data(), pool);
      EXPECT_LT(test::relative_error(test::plain(out, s.batch, s.out_channels, s.h.out * s.w.out), want), 2e-5) << test::describe(s);
    }
  });
}

}  // namespace
}  // namespace gearbox::kernels
