#include "kernels/pointwise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace pointwise_test {

void check(int64_t batch, int64_t channels, int64_t pixels, bool in_place) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-2, 2);
  const int64_t blocks = channel_blocks(channels), width = blocks * kBlock, floats = blocked_size(batch, channels, pixels);
  auto drawn = [&](int64_t count) {
    std::vector<float> values(static_cast<size_t>(count));
    for (float& v : values) v = uniform(random);
    return values;
  };
  const std::vector<float> in = drawn(floats), residual = drawn(floats), bias = drawn(width), slope = drawn(width),
                           gate = drawn(batch * width);
  const EpilogueStep steps[] = {
      {.kind = EpilogueKind::kAddChannel, .data = bias.data()},
      {.kind = EpilogueKind::kMulPerImageChannel, .data = gate.data(), .stride = width},
      {.kind = EpilogueKind::kActivation, .activation = Activation::kHardSwish},
      {.kind = EpilogueKind::kScaleShift, .a = 2, .b = -0.5f},
      {.kind = EpilogueKind::kAddTensor, .a = 1, .data = residual.data()},
      {.kind = EpilogueKind::kLeakyChannel, .data = slope.data()},
  };
  std::vector<float> out = in_place ? in : std::vector<float>(in.size(), std::numeric_limits<float>::quiet_NaN());
  ThreadPool pool(2);
  pointwise_blocked(batch, channels, pixels, in_place ? out.data() : in.data(), out.data(), {steps}, pool);
  for (size_t i = 0; i < in.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i), plane = at / (pixels * kBlock);
    const auto c = static_cast<size_t>(plane % blocks * kBlock + at % kBlock);
    float want = (in[i] + bias[c]) * gate[static_cast<size_t>(plane / blocks * width) + c];
    want = 2 * want * std::min(1.f, std::max(0.f, want / 6 + 0.5f)) - 0.5f + residual[i];
    want = want < 0 ? want * slope[c] : want;
    ASSERT_NEAR(out[i], want, 1e-5 * (1 + std::fabs(want))) << i;
  }
}

/// Gates that come first, alone or with a tensor added, which may be the input itself.
void check_gates(int64_t batch, int64_t channels, int64_t pixels, float added, bool in_place) {
  const int64_t blocks = channel_blocks(channels), width = blocks * kBlock;
  std::vector<float> in(static_cast<size_t>(blocked_size(batch, channels, pixels))), gates(static_cast<size_t>(batch * width));
  std::mt19937 random(11);
  std::uniform_real_distribution<float> uniform(-2, 2);
  for (float& v : in) v = uniform(random);
  for (float& v : gates) v = uniform(random);
  const std::vector<float> source = in;
  const EpilogueStep steps[] = {
      {.kind = EpilogueKind::kMulPerImageChannel, .data = gates.data(), .stride = width},
      {.kind = EpilogueKind::kAddTensor, .a = added, .data = source.data()},
      {.kind = EpilogueKind::kActivation, .activation = Activation::kRelu},
  };
  const Epilogue epilogue{added != 0 ? std::span(steps) : std::span(steps, 1)};
  std::vector<float> out = in_place ? in : std::vector<float>(in.size(), std::numeric_limits<float>::quiet_NaN());
  ThreadPool pool(2);
  pointwise_blocked(batch, channels, pixels, in_place ? out.data() : in.data(), out.data(), epilogue, pool);
  for (size_t i = 0; i < in.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i), plane = at / (pixels * kBlock);
    const float gated = source[i] * gates[static_cast<size_t>(plane / blocks * width + plane % blocks * kBlock + at % kBlock)];
    const float want = added != 0 ? std::max(0.f, gated + added * source[i]) : gated;
    ASSERT_NEAR(out[i], want, 1e-6 * (1 + std::fabs(want))) << i;
  }
}

TEST(Pointwise, GatesFirst) {
  for_each_target([] {
    for (float added : {0.f, 1.f, -0.5f}) {
      for (bool in_place : {false, true}) {
        check_gates(1, 8, 300, added, in_place);
        check_gates(3, 13, 257, added, in_place);
        check_gates(2, 24, 1, added, in_place);
        check_gates(0, 8, 5, added, in_place);
      }
    }
  });
}

TEST(Pointwise, AppliesEveryStep) {
  for_each_target([] {
    check(1, 8, 300, false);
    check(3, 13, 257, true);
    check(2, 24, 1, false);
    check(0, 8, 5, false);
    check(2, 8, 0, true);
  });
}

}  // namespace pointwise_test
}  // namespace gearbox::kernels
