#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "ops/run/convert.h"
#include "ops/run/walk.h"

namespace gearbox::ops {

/// How Resize reads its input. Names are those of the operator's attributes.
struct ResampleOptions {
  std::string mode = "nearest";                 ///< nearest, linear, cubic
  std::string coordinates = "half_pixel";       ///< coordinate_transformation_mode
  std::string rounding = "round_prefer_floor";  ///< nearest_mode, or "upsample" for that of opsets before 11
  float cubic_a = -0.75f;
  float extrapolation = 0;
  bool exclude_outside = false;
  bool antialias = false;
};

/// One axis of a resize.
struct ResampleAxis {
  int64_t from = 1;  ///< extent of the input
  int64_t to = 1;    ///< extent of the output
  float scale = 1;
  float roi_start = 0, roi_end = 1;
};

/// An index of the input and its weight.
struct Tap {
  int64_t index;
  double weight;
};

/// What one index of the output reads along one axis; none where it lies outside of the region and gets the extrapolation value.
using Taps = std::vector<Tap>;

/// The place in the input that index `at` of the output shows. Single precision on purpose: results at ties depend on it.
inline float original_coordinate(const ResampleAxis& axis, int64_t at, const std::string& mode) {
  const float x = static_cast<float>(at), from = static_cast<float>(axis.from), to = static_cast<float>(axis.to);
  if (mode == "asymmetric") return x / axis.scale;
  // With scales the far corner lies at the unrounded extent, as ONNX's own data has it.
  if (mode == "align_corners") {
    const float reach = std::abs(axis.scale * from - to) < 0.01f ? to : axis.scale * from;
    return axis.to == 1 || reach <= 1 ? 0 : x * (from - 1) / (reach - 1);
  }
  if (mode == "pytorch_half_pixel") return axis.to > 1 ? (x + 0.5f) / axis.scale - 0.5f : 0;
  if (mode == "tf_half_pixel_for_nn") return (x + 0.5f) / axis.scale;
  if (mode == "half_pixel_symmetric") {
    const float adjustment = to / (axis.scale * from);
    return from / 2 * (1 - adjustment) + (x + 0.5f) / axis.scale - 0.5f;
  }
  if (mode == "tf_crop_and_resize") {
    if (axis.to == 1) return 0.5f * (axis.roi_start + axis.roi_end) * (from - 1);
    return axis.roi_start * (from - 1) + x * (axis.roi_end - axis.roi_start) * (from - 1) / (to - 1);
  }
  return (x + 0.5f) / axis.scale - 0.5f;
}

inline int64_t nearest_index(float x, float scale, const std::string& rounding) {
  if (rounding == "floor") return static_cast<int64_t>(std::floor(x));
  if (rounding == "ceil") return static_cast<int64_t>(std::ceil(x));
  if (rounding == "round_prefer_ceil") return static_cast<int64_t>(std::floor(x + 0.5f));
  if (rounding == "upsample") return static_cast<int64_t>(scale < 1 ? std::ceil(x) : std::floor(x));
  return static_cast<int64_t>(std::ceil(x - 0.5f));
}

/// Weight of a sample at distance `t` under the linear or cubic kernel (Keys' convolution kernel with free parameter a).
inline double kernel_weight(double t, const ResampleOptions& options) {
  const double d = std::abs(t), a = options.cubic_a;
  if (options.mode == "linear") return std::max(0.0, 1 - d);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

/// Samples beyond the ends repeat the edge, or do not count with exclude_outside. Antialiasing widens the kernel when shrinking.
inline Taps axis_taps(const ResampleAxis& axis, int64_t at, const ResampleOptions& options) {
  const float x = original_coordinate(axis, at, options.coordinates);
  const float last = static_cast<float>(axis.from - 1);
  if (options.coordinates == "tf_crop_and_resize" && !(x >= 0 && x <= last)) return {};
  const float near = std::clamp(x, -2.0f, last + 2);  // also tames what does not fit an integer
  if (options.mode == "nearest") return {{std::clamp<int64_t>(nearest_index(near, axis.scale, options.rounding), 0, axis.from - 1), 1}};
  const double shrink = options.antialias ? std::min<double>(axis.scale, 1) : 1, radius = options.mode == "linear" ? 1 : 2;
  const int64_t left = static_cast<int64_t>(std::floor(x)), first = static_cast<int64_t>(std::floor(-radius / shrink)) + 1;
  Taps taps;
  double sum = 0;
  for (int64_t i = first; i <= 1 - first; ++i) {
    const bool outside = left + i < 0 || left + i >= axis.from;
    double weight = kernel_weight((static_cast<double>(i) - (static_cast<double>(x) - static_cast<double>(left))) * shrink, options);
    if (outside && options.exclude_outside) weight = 0;
    if (weight == 0) continue;
    sum += weight;
    taps.push_back({std::clamp<int64_t>(left + i, 0, axis.from - 1), weight});
  }
  if ((options.antialias || options.exclude_outside) && sum != 0) {
    for (Tap& tap : taps) tap.weight /= sum;
  }
  return taps;
}

/// The reference: for every output element the sum over the product of its axes' taps. The input is not empty unless the output is.
template <class T>
void resample(const T* x, T* y, std::span<const ResampleAxis> axes, const ResampleOptions& options) {
  Extents from, to;
  for (const ResampleAxis& axis : axes) {
    if (axis.to == 0) return;
  }
  std::vector<std::vector<Taps>> taps(axes.size());
  for (size_t k = 0; k < axes.size(); ++k) {
    from.push_back(axes[k].from);
    to.push_back(axes[k].to);
    const bool whole = options.coordinates != "tf_crop_and_resize" || (axes[k].roi_start == 0 && axes[k].roi_end == 1);
    for (int64_t i = 0; i < axes[k].to; ++i) {
      taps[k].push_back(whole && axes[k].from == axes[k].to && axes[k].scale == 1 ? Taps{{i, 1}} : axis_taps(axes[k], i, options));
    }
  }
  const Extents strides = dense_strides(from);
  for_each_index(to, [&](std::span<const int64_t> index) {
    Extents counts;
    bool inside = true;
    for (size_t k = 0; k < index.size(); ++k) {
      counts.push_back(static_cast<int64_t>(taps[k][static_cast<size_t>(index[k])].size()));
      inside = inside && counts.back() > 0;
    }
    double sum = 0;
    for_each_index(counts, [&](std::span<const int64_t> choice) {
      double weight = 1;
      int64_t at = 0;
      for (size_t k = 0; k < choice.size(); ++k) {
        const Tap& tap = taps[k][static_cast<size_t>(index[k])][static_cast<size_t>(choice[k])];
        weight *= tap.weight;
        at += tap.index * strides[k];
      }
      if (options.mode == "nearest") {
        *y = x[at];
      } else {
        sum += weight * static_cast<double>(x[at]);
      }
    });
    if (!inside) {
      *y = convert<T>(options.extrapolation);
    } else if (options.mode != "nearest") {
      *y = convert<T>(sum);
    }
    ++y;
  });
}

}  // namespace gearbox::ops
