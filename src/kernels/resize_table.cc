#include <algorithm>
#include <cmath>

#include "kernels/resize.h"

namespace gearbox::kernels {
namespace resize_table {

/// The input coordinate of output position x (ONNX Resize, coordinate_transformation_mode).
float coordinate(const ResizeAxis& a, int64_t x) {
  const float at = static_cast<float>(x), in = static_cast<float>(a.in), out = static_cast<float>(a.out);
  switch (a.coordinates) {
    case ResizeCoordinates::kHalfPixel: return (at + 0.5f) / a.scale - 0.5f;
    case ResizeCoordinates::kHalfPixelSymmetric: {
      const float adjustment = out / (a.scale * in);
      return in / 2 * (1 - adjustment) + (at + 0.5f) / a.scale - 0.5f;
    }
    case ResizeCoordinates::kPytorchHalfPixel: return a.out > 1 ? (at + 0.5f) / a.scale - 0.5f : 0.f;
    case ResizeCoordinates::kAlignCorners: {
      // With scales that do not give a whole extent, the far corner lies at the unrounded one, as in ONNX's own data.
      const float reach = std::abs(a.scale * in - out) < 0.01f ? out : a.scale * in;
      return a.out > 1 && reach > 1 ? at * (in - 1) / (reach - 1) : 0.f;
    }
    case ResizeCoordinates::kAsymmetric: return at / a.scale;
    case ResizeCoordinates::kTfHalfPixelForNearest: return (at + 0.5f) / a.scale;
    case ResizeCoordinates::kTfCropAndResize:
      return a.out > 1 ? a.roi_begin * (in - 1) + at * (a.roi_end - a.roi_begin) * (in - 1) / (out - 1)
                       : 0.5f * (a.roi_begin + a.roi_end) * (in - 1);
  }
  return 0;
}

float nearest(ResizeRounding rounding, float x) {
  switch (rounding) {
    case ResizeRounding::kRoundPreferFloor: return x == std::floor(x) + 0.5f ? std::floor(x) : std::round(x);
    case ResizeRounding::kRoundPreferCeil: return x == std::floor(x) + 0.5f ? std::ceil(x) : std::round(x);
    case ResizeRounding::kFloor: return std::floor(x);
    case ResizeRounding::kCeil: return std::ceil(x);
  }
  return x;
}

/// Keys' cubic convolution kernel.
float cubic(float a, float x) {
  const float d = std::fabs(x);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

/// How far the filter is stretched: 1, or the input step of an antialiased reduction.
float filter_scale(const ResizeAxis& a) { return a.antialias && a.scale < 1 ? 1 / a.scale : 1.f; }

/// Taps before and including the position left of the coordinate; the same number follows.
int64_t half_taps(const ResizeAxis& a) {
  const float radius = (a.mode == ResizeMode::kLinear ? 1.f : 2.f) * filter_scale(a);
  return static_cast<int64_t>(std::ceil(radius));
}

}  // namespace resize_table

size_t resize_table_bytes(const ResizeAxis& axis) {
  const int64_t taps = axis.mode == ResizeMode::kNearest ? 1 : 2 * resize_table::half_taps(axis);
  return static_cast<size_t>(axis.out * taps) * (sizeof(int32_t) + sizeof(float));
}

ResizeTable build_resize_table(const ResizeAxis& axis, void* memory) {
  using namespace resize_table;
  ResizeTable table{axis.in, axis.out, 1, static_cast<int32_t*>(memory), nullptr};
  int32_t* index = static_cast<int32_t*>(memory);
  const float last = static_cast<float>(axis.in - 1);
  const bool crops = axis.coordinates == ResizeCoordinates::kTfCropAndResize;
  const auto clamp = [&](float x) { return static_cast<int32_t>(std::clamp(x, 0.f, std::max(0.f, last))); };
  if (axis.mode == ResizeMode::kNearest) {
    for (int64_t x = 0; x < axis.out; ++x) {
      const float at = coordinate(axis, x);
      index[x] = crops && (at < 0 || at > last) ? -1 : clamp(nearest(axis.rounding, at));
    }
    return table;
  }
  const int64_t half = half_taps(axis), taps = 2 * half;
  float* weight = reinterpret_cast<float*>(index + axis.out * taps);
  table.taps = taps;
  table.weight = weight;
  const float stretch = filter_scale(axis);
  for (int64_t x = 0; x < axis.out; ++x, index += taps, weight += taps) {
    const float at = coordinate(axis, x);
    const float left = std::floor(at);
    float sum = 0;
    for (int64_t k = 0; k < taps; ++k) {
      const float position = left + static_cast<float>(k - half + 1);
      const float distance = (position - at) / stretch;
      const bool outside = position < 0 || position > last;
      index[k] = clamp(position);
      weight[k] = axis.mode == ResizeMode::kLinear ? std::max(0.f, 1 - std::fabs(distance)) : cubic(axis.cubic_a, distance);
      if (axis.exclude_outside && outside) weight[k] = 0;
      sum += weight[k];
    }
    if ((axis.exclude_outside || stretch > 1) && sum != 0) {
      for (int64_t k = 0; k < taps; ++k) weight[k] /= sum;
    }
    if (crops && (at < 0 || at > last)) index[0] = -1;
  }
  return table;
}

}  // namespace gearbox::kernels
