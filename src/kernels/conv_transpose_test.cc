#include "kernels/conv_transpose.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

/// The definition: every input scatters to the outputs it reaches.
std::vector<double> reference_transpose(const ConvShape& s, const std::vector<float>& in, const std::vector<float>& weights) {
  const int64_t inputs = s.in_channels / s.groups, outputs = s.out_channels / s.groups;
  std::vector<double> out(static_cast<size_t>(s.batch * s.out_channels * s.h.out * s.w.out));
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t c = 0; c < s.in_channels; ++c) {
      for (int64_t o = 0; o < outputs; ++o) {
        const int64_t channel = n * s.out_channels + c / inputs * outputs + o;
        for (int64_t y = 0; y < s.h.in; ++y) {
          for (int64_t x = 0; x < s.w.in; ++x) {
            for (int64_t ky = 0; ky < s.h.kernel; ++ky) {
              for (int64_t kx = 0; kx < s.w.kernel; ++kx) {
                const int64_t oy = y * s.h.stride - s.h.pad + ky * s.h.dilation, ox = x * s.w.stride - s.w.pad + kx * s.w.dilation;
                if (oy < 0 || oy >= s.h.out || ox < 0 || ox >= s.w.out) continue;
                out[(channel * s.h.out + oy) * s.w.out + ox] += double(in[((n * s.in_channels + c) * s.h.in + y) * s.w.in + x]) *
                                                                weights[((c * outputs + o) * s.h.kernel + ky) * s.w.kernel + kx];
              }
            }
          }
        }
      }
    }
  }
  return out;
}

ConvAxis random_transposed_axis(std::mt19937& random, int64_t most_in) {
  ConvAxis a;
  a.in = random_int(random, 0, 5) == 0 ? random_int(random, 0, 1) : random_int(random, 1, most_in);
  a.kernel = random_int(random, 1, 5);
  a.stride = random_int(random, 1, 4);
  a.dilation = random_int(random, 0, 2) == 0 ? random_int(random, 2, 4) : 1;
  a.pad = random_int(random, 0, 2);
  a.out = a.in == 0 ? random_int(random, 0, 2)
                    : std::max<int64_t>(0, (a.in - 1) * a.stride - a.pad - random_int(random, -2, 2) + (a.kernel - 1) * a.dilation + 1);
  return a;
}

void check_transpose(std::mt19937& random, const ConvShape& s, ThreadPool& pool) {
  const std::vector<float> in = test::random_floats(random, s.batch * s.in_channels * s.h.in * s.w.in);
  const std::vector<float> weights = test::random_floats(random, s.in_channels * (s.out_channels / s.groups) * s.h.kernel * s.w.kernel);
  std::vector<double> want = reference_transpose(s, in, weights);
  const test::RandomEpilogue epilogue(random, s, &want);
  std::vector<float> packed = test::poisoned(conv_transpose_weights_size(s));
  pack_conv_transpose_weights(s, weights.data(), packed.data());
  std::vector<float> out = test::poisoned(blocked_size(s.batch, s.out_channels, s.h.out * s.w.out));
  test::Scratch scratch(conv_transpose_blocked_scratch_bytes(s, pool.threads()));
  const std::vector<float> in_blocked = test::blocked(in, s.batch, s.in_channels, s.h.in * s.w.in);
  conv_transpose_blocked(s, in_blocked.data(), packed.data(), out.data(), {epilogue.steps}, scratch.data(), pool);
  EXPECT_LT(test::relative_error(test::plain(out, s.batch, s.out_channels, s.h.out * s.w.out), want), 2e-5) << test::describe(s);
}

TEST(ConvTranspose, RandomShapes) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 150; ++round) {
      ConvShape s;
      s.batch = random_int(random, 0, 2);
      s.in_channels = random_int(random, 1, 30);
      s.out_channels = random_int(random, 1, 50);
      s.h = random_transposed_axis(random, 6);
      s.w = random_transposed_axis(random, 16);
      check_transpose(random, s, pool);
    }
  });
}

TEST(ConvTranspose, Groups) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(2);
    for (int round = 0; round < 60; ++round) {
      ConvShape s;
      s.groups = random_int(random, 1, 4);
      const int64_t unit = round % 2 == 0 ? 8 : 1;
      s.in_channels = s.groups * unit * random_int(random, 1, 4);
      s.out_channels = s.groups * unit * random_int(random, 1, 4);
      s.h = random_transposed_axis(random, 5);
      s.w = random_transposed_axis(random, 8);
      check_transpose(random, s, pool);
    }
  });
}

TEST(ConvTranspose, DoublesWithoutOverlap) {
  ThreadPool pool(2);
  std::mt19937 random(3);
  check_transpose(random, {2, 24, 24, 1, {9, 18, 2, 2, 1, 0}, {21, 42, 2, 2, 1, 0}}, pool);
  check_transpose(random, {1, 24, 1, 1, {9, 18, 2, 2, 1, 0}, {21, 42, 2, 2, 1, 0}}, pool);
}

}  // namespace
}  // namespace gearbox::kernels
