#include "kernels/epilogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/activation_reference_test_support.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace epilogue_test {

constexpr int kLastActivation = static_cast<int>(Activation::kMish);

std::vector<float> random_floats(size_t count, std::mt19937& random) {
  std::uniform_real_distribution<float> uniform(-3, 3);
  std::vector<float> values(count);
  for (float& v : values) v = uniform(random);
  return values;
}

TEST(Epilogue, EveryActivationMatchesItsDefinition) {
  std::mt19937 random(1);
  for_each_target([&] {
    for (int f = 0; f <= kLastActivation; ++f) {
      for (int64_t n : {0, 1, 5, 16, 33}) {
        const ActivationCall call{static_cast<Activation>(f), 0.75f, 1.25f};
        std::vector<float> x = random_floats(static_cast<size_t>(n), random);
        if (call.function == Activation::kSqrt) {
          for (float& v : x) v = std::fabs(v);
        }
        std::vector<float> y(static_cast<size_t>(n) + 1, NAN);
        activate(call, x.data(), y.data(), n);
        for (int64_t i = 0; i < n; ++i) EXPECT_NEAR(y[i], reference_activation(call, x[i]), 2e-6) << f << " at " << x[i];
        EXPECT_TRUE(std::isnan(y[n]));
        std::fill(x.begin(), x.end(), NAN);
        activate(call, x.data(), y.data(), n);
        const bool stays = std::isnan(reference_activation(call, NAN));
        for (int64_t i = 0; i < n; ++i) EXPECT_TRUE(stays ? std::isnan(y[i]) : y[i] == 0) << f << " of NaN is " << y[i];
      }
    }
  });
}

/// A tile inside a larger output, with steps of every kind.
void check_tile(int64_t rows, int64_t cols, std::mt19937& random) {
  const int64_t channels = cols + 3, height = rows + 2, channel = 2, row = 1, image = 1, ld = channels + 1, own_ld = channels + 5;
  const auto size = [](int64_t n) { return static_cast<size_t>(n); };
  const std::vector<float> before = random_floats(size(height * ld), random);
  const std::vector<float> bias = random_floats(size(channels), random), factor = random_floats(size(channels), random);
  const std::vector<float> residual = random_floats(size(height * ld), random), gate = random_floats(size(height * own_ld), random);
  const std::vector<float> squeeze = random_floats(size(2 * channels), random);
  const EpilogueStep steps[] = {
      {.kind = EpilogueKind::kScaleShift, .a = 0.5f, .b = 0.25f},
      {.kind = EpilogueKind::kAddChannel, .a = 2, .data = bias.data()},
      {.kind = EpilogueKind::kMulChannel, .data = factor.data()},
      {.kind = EpilogueKind::kActivation, .activation = Activation::kLeakyRelu, .a = 0.1f},
      {.kind = EpilogueKind::kAddTensor, .a = -1, .data = residual.data()},
      {.kind = EpilogueKind::kMulTensor, .data = gate.data(), .stride = own_ld},
      {.kind = EpilogueKind::kMulPerImageChannel, .data = squeeze.data(), .stride = channels},
      {.kind = EpilogueKind::kActivation, .activation = Activation::kAbs},
      {.kind = EpilogueKind::kScaleShift, .a = 0.5f, .b = -1},
      {.kind = EpilogueKind::kLeakyChannel, .data = factor.data()},
  };
  std::vector<float> got = before;
  const int64_t offset = row * ld + channel;
  EpilogueTile tile{.data = got.data() + offset,
                    .ld = ld,
                    .rows = rows,
                    .cols = cols,
                    .channel = channel,
                    .row = row,
                    .image = image,
                    .output_offset = offset,
                    .output_ld = ld};
  apply_epilogue(Epilogue{steps}, tile);
  for (int64_t r = 0; r < height; ++r) {
    for (int64_t c = 0; c < ld; ++c) {
      float want = before[size(r * ld + c)];
      if (r >= row && r < row + rows && c >= channel && c < channel + cols) {
        want = want * 0.5f + 0.25f;
        want = (want + 2 * bias[size(c)]) * factor[size(c)];
        want = want < 0 ? 0.1f * want : want;
        want = (want - residual[size(r * ld + c)]) * gate[size(r * own_ld + c)] * squeeze[size(image * channels + c)];
        want = 0.5f * std::fabs(want) - 1;
        want = want < 0 ? factor[size(c)] * want : want;
      }
      ASSERT_NEAR(got[size(r * ld + c)], want, 1e-4 * (1 + std::fabs(want))) << r << "," << c;
    }
  }
}

TEST(Epilogue, TilesOfAnySizeTouchNothingElse) {
  std::mt19937 random(2);
  for_each_target([&] {
    for (int64_t rows : {0, 1, 6}) {
      for (int64_t cols : {0, 1, 7, 8, 16, 19, 32}) check_tile(rows, cols, random);
    }
  });
}

}  // namespace epilogue_test
}  // namespace gearbox::kernels
