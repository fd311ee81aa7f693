#pragma once

#include <optional>

#include "kernels/resize.h"
#include "ops/run/resample.h"

namespace gearbox::ops::resize {

/// The options as kernels/resize.h takes them, but for extents, scale and region; nullopt where the kernels do not serve them.
inline std::optional<kernels::ResizeAxis> kernel_axis(const ResampleOptions& options) {
  using kernels::ResizeCoordinates, kernels::ResizeMode, kernels::ResizeRounding;
  kernels::ResizeAxis out;
  if (options.mode == "linear") {
    out.mode = ResizeMode::kLinear;
  } else if (options.mode == "cubic") {
    out.mode = ResizeMode::kCubic;
  } else if (options.mode != "nearest") {
    return std::nullopt;
  }
  constexpr std::pair<std::string_view, ResizeCoordinates> kCoordinates[] = {
      {"half_pixel", ResizeCoordinates::kHalfPixel},
      {"half_pixel_symmetric", ResizeCoordinates::kHalfPixelSymmetric},
      {"pytorch_half_pixel", ResizeCoordinates::kPytorchHalfPixel},
      {"align_corners", ResizeCoordinates::kAlignCorners},
      {"asymmetric", ResizeCoordinates::kAsymmetric},
  };
  constexpr std::pair<std::string_view, ResizeRounding> kRounding[] = {
      {"round_prefer_floor", ResizeRounding::kRoundPreferFloor},
      {"round_prefer_ceil", ResizeRounding::kRoundPreferCeil},
      {"floor", ResizeRounding::kFloor},
      {"ceil", ResizeRounding::kCeil},
  };
  const auto coordinates =
      std::find_if(std::begin(kCoordinates), std::end(kCoordinates), [&](const auto& c) { return c.first == options.coordinates; });
  const auto rounding =
      std::find_if(std::begin(kRounding), std::end(kRounding), [&](const auto& r) { return r.first == options.rounding; });
  if (coordinates == std::end(kCoordinates) || rounding == std::end(kRounding)) return std::nullopt;
  out.coordinates = coordinates->second;
  out.rounding = rounding->second;
  out.cubic_a = options.cubic_a;
  out.exclude_outside = options.exclude_outside;
  out.antialias = options.antialias;
  return out;
}

/// The same for one axis.
inline kernels::ResizeAxis kernel_axis(kernels::ResizeAxis options, const ResampleAxis& axis) {
  options.in = axis.from;
  options.out = axis.to;
  options.scale = axis.scale;
  return options;
}

}  // namespace gearbox::ops::resize
