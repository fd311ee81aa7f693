#include "kernels/resize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/conv_test_support.h"
#include "kernels/layout.h"
#include "kernels/targets_test_support.h"

namespace gearbox::kernels {
namespace {

using test::random_int;

struct Tap {
  int64_t index;
  double weight;
};

/// The taps of output x by ONNX's formulas, in double. Empty: the extrapolation value.
std::vector<Tap> reference_taps(const ResizeAxis& a, int64_t x) {
  const double in = a.in, out = a.out, scale = a.scale;
  double at = 0;
  switch (a.coordinates) {
    case ResizeCoordinates::kHalfPixel: at = (x + 0.5) / scale - 0.5; break;
    case ResizeCoordinates::kHalfPixelSymmetric: at = in / 2 * (1 - out / (scale * in)) + (x + 0.5) / scale - 0.5; break;
    case ResizeCoordinates::kPytorchHalfPixel: at = out > 1 ? (x + 0.5) / scale - 0.5 : 0; break;
    case ResizeCoordinates::kAlignCorners: {
      const double reach = std::abs(scale * in - out) < 0.01 ? out : scale * in;
      at = out > 1 && reach > 1 ? x * (in - 1) / (reach - 1) : 0;
      break;
    }
    case ResizeCoordinates::kAsymmetric: at = x / scale; break;
    case ResizeCoordinates::kTfHalfPixelForNearest: at = (x + 0.5) / scale; break;
    case ResizeCoordinates::kTfCropAndResize:
      at = out > 1 ? a.roi_begin * (in - 1) + x * double(a.roi_end - a.roi_begin) * (in - 1) / (out - 1)
                   : 0.5 * (a.roi_begin + a.roi_end) * (in - 1);
      if (at < 0 || at > in - 1) return {};
      break;
  }
  const auto clamp = [&](double i) { return std::clamp<int64_t>(static_cast<int64_t>(i), 0, a.in - 1); };
  if (a.mode == ResizeMode::kNearest) {
    const double down = std::floor(at), up = std::ceil(at);
    switch (a.rounding) {
      case ResizeRounding::kFloor: return {{clamp(down), 1}};
      case ResizeRounding::kCeil: return {{clamp(up), 1}};
      case ResizeRounding::kRoundPreferFloor: return {{clamp(at - down <= 0.5 ? down : up), 1}};
      case ResizeRounding::kRoundPreferCeil: return {{clamp(at - down < 0.5 ? down : up), 1}};
    }
  }
  const double stretch = a.antialias && scale < 1 ? 1 / scale : 1;
  std::vector<Tap> taps;
  double sum = 0;
  for (int64_t i = static_cast<int64_t>(at) - 20; i < at + 20; ++i) {
    const double d = std::fabs(i - at) / stretch, c = a.cubic_a;
    double weight = std::max(0.0, 1 - d);
    if (a.mode == ResizeMode::kCubic) {
      weight = d <= 1 ? ((c + 2) * d - (c + 3)) * d * d + 1 : d < 2 ? ((c * d - 5 * c) * d + 8 * c) * d - 4 * c : 0;
    }
    if (a.exclude_outside && (i < 0 || i >= a.in)) weight = 0;
    sum += weight;
    if (weight != 0) taps.push_back({clamp(static_cast<double>(i)), weight});
  }
  for (Tap& tap : taps) tap.weight /= sum;
  return taps;
}

std::vector<double> reference_resize(int64_t planes, const ResizeAxis& h, const ResizeAxis& w, const std::vector<float>& in,
                                     double outside) {
  std::vector<double> out;
  for (int64_t plane = 0; plane < planes; ++plane) {
    for (int64_t y = 0; y < h.out; ++y) {
      for (int64_t x = 0; x < w.out; ++x) {
        const std::vector<Tap> rows = reference_taps(h, y), columns = reference_taps(w, x);
        double sum = 0;
        for (const Tap& r : rows) {
          for (const Tap& c : columns) sum += r.weight * c.weight * in[(plane * h.in + r.index) * w.in + c.index];
        }
        out.push_back(rows.empty() || columns.empty() ? outside : sum);
      }
    }
  }
  return out;
}

ResizeAxis random_resize_axis(std::mt19937& random, ResizeAxis a) {
  a.in = random_int(random, 1, 9);
  if (a.mode == ResizeMode::kNearest) {  // scales whose ties are exact
    constexpr float kScales[] = {0.25f, 0.5f, 1.f, 2.f, 4.f};
    a.scale = kScales[random_int(random, 0, 4)];
    a.out = static_cast<int64_t>(std::floor(static_cast<float>(a.in) * a.scale));
    if (a.coordinates == ResizeCoordinates::kHalfPixelSymmetric && a.in % 2 != 0) return random_resize_axis(random, a);
    if (a.coordinates == ResizeCoordinates::kAlignCorners || a.coordinates == ResizeCoordinates::kTfCropAndResize) {
      a.in = 5;
      a.out = 9;
    }
  } else {
    a.out = random_int(random, 1, 20);
    a.scale = static_cast<float>(a.out) / static_cast<float>(a.in);
  }
  if (a.coordinates == ResizeCoordinates::kTfCropAndResize) {
    a.roi_begin = random_int(random, 0, 1) == 0 ? 0.25f : -0.5f;
    a.roi_end = random_int(random, 0, 1) == 0 ? 0.75f : 1.25f;
  }
  return a;
}

TEST(Resize, BlockedAndPlainMatchTheFormulas) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(1);
    for (int round = 0; round < 400; ++round) {
      ResizeAxis both;
      both.mode = static_cast<ResizeMode>(random_int(random, 0, 2));
      both.coordinates = static_cast<ResizeCoordinates>(random_int(random, 0, 6));
      both.rounding = static_cast<ResizeRounding>(random_int(random, 0, 3));
      both.exclude_outside = both.mode == ResizeMode::kCubic && random_int(random, 0, 1) == 0;
      both.antialias = both.mode != ResizeMode::kNearest && random_int(random, 0, 2) == 0;
      const ResizeAxis h = random_resize_axis(random, both), w = random_resize_axis(random, both);
      const int64_t batch = random_int(random, 0, 2), channels = random_int(random, 1, 20), pixels = h.out * w.out;
      const std::vector<float> in = test::random_floats(random, batch * channels * h.in * w.in);
      const std::vector<double> want = reference_resize(batch * channels, h, w, in, 7);
      test::Scratch h_memory(resize_table_bytes(h)), w_memory(resize_table_bytes(w));
      const ResizeTable tables[] = {build_resize_table(h, h_memory.data()), build_resize_table(w, w_memory.data())};
      std::vector<float> out = test::poisoned(blocked_size(batch, channels, pixels));
      resize_blocked(batch, channels, tables[0], tables[1], test::blocked(in, batch, channels, h.in * w.in).data(), out.data(), 7.f, {},
                     pool);
      EXPECT_LT(test::relative_error(test::plain(out, batch, channels, pixels), want), 2e-5) << round;
      std::vector<float> plain = test::poisoned(batch * channels * pixels);
      resize_plain(batch * channels, tables, in.data(), plain.data(), 7.f, pool);
      EXPECT_LT(test::relative_error(plain, want), 2e-5)
          << "mode " << int(both.mode) << " coordinates " << int(both.coordinates) << " rounding " << int(both.rounding) << " antialias "
          << both.antialias << " h " << h.in << " to " << h.out << " roi " << h.roi_begin << " w " << w.in << " to " << w.out << " roi "
          << w.roi_begin << " " << w.roi_end;
    }
  });
}

/// A ramp keeps its slope between the clamped ends.
TEST(Resize, LinearKeepsRamps) {
  ThreadPool pool(1);
  ResizeAxis a;
  a.mode = ResizeMode::kLinear;
  a.in = 4;
  a.out = 8;
  a.scale = 2;
  test::Scratch memory(resize_table_bytes(a));
  const ResizeTable table[] = {build_resize_table(a, memory.data())};
  const float in[] = {0, 1, 2, 3};
  float out[8];
  resize_plain(1, table, in, out, 0, pool);
  const float want[] = {0, 0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 3};
  for (int i = 0; i < 8; ++i) EXPECT_FLOAT_EQ(out[i], want[i]);
}

TEST(Resize, LongRows) {
  ThreadPool pool(2);
  for_each_target([&] {
    std::mt19937 random(3);
    ResizeAxis h{3, 5, 5.f / 3}, w{300, 700, 7.f / 3};
    h.mode = w.mode = ResizeMode::kLinear;
    test::Scratch h_memory(resize_table_bytes(h)), w_memory(resize_table_bytes(w));
    const ResizeTable h_table = build_resize_table(h, h_memory.data()), w_table = build_resize_table(w, w_memory.data());
    const std::vector<float> in = test::random_floats(random, 9 * 900);
    std::vector<float> out = test::poisoned(blocked_size(1, 9, 3500));
    resize_blocked(1, 9, h_table, w_table, test::blocked(in, 1, 9, 900).data(), out.data(), 0, {}, pool);
    EXPECT_LT(test::relative_error(test::plain(out, 1, 9, 3500), reference_resize(9, h, w, in, 0)), 1e-4);
  });
}

TEST(Resize, EpilogueFollows) {
  ThreadPool pool(2);
  std::mt19937 random(2);
  const int64_t channels = 11;
  ResizeAxis a;
  a.in = 3;
  a.out = 6;
  a.scale = 2;
  a.coordinates = ResizeCoordinates::kAsymmetric;
  a.rounding = ResizeRounding::kFloor;
  const std::vector<float> in = test::random_floats(random, channels * 9), added = test::random_floats(random, channels * 36);
  std::vector<double> want = reference_resize(channels, a, a, in, 0);
  for (size_t i = 0; i < want.size(); ++i) want[i] += added[i];
  const std::vector<float> residual = test::blocked(added, 1, channels, 36);
  const EpilogueStep steps[] = {{.kind = EpilogueKind::kAddTensor, .data = residual.data()}};
  test::Scratch memory(resize_table_bytes(a));
  const ResizeTable table = build_resize_table(a, memory.data());
  std::vector<float> out = test::poisoned(blocked_size(1, channels, 36));
  resize_blocked(1, channels, table, table, test::blocked(in, 1, channels, 9).data(), out.data(), 0, {steps}, pool);
  EXPECT_LT(test::relative_error(test::plain(out, 1, channels, 36), want), 1e-6);
}

}  // namespace
}  // namespace gearbox::kernels
