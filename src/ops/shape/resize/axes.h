#pragma once

#include "ops/run/arguments.h"
#include "ops/run/resample.h"
#include "ops/run/scaled_extent.h"
#include "ops/shape/resize/extents.h"

namespace gearbox::ops::resize {

/// The attributes, with the defaults of the node's opset.
inline ResampleOptions options_of(const KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const bool old = context.version() < 11;
  ResampleOptions out;
  out.mode = attributes.text("mode", "nearest");
  out.coordinates = attributes.text("coordinate_transformation_mode", old ? "asymmetric" : "half_pixel");
  out.rounding = attributes.text("nearest_mode", old ? "upsample" : "round_prefer_floor");
  out.cubic_a = attributes.real("cubic_coeff_a", -0.75f);
  out.extrapolation = attributes.real("extrapolation_value", 0);
  out.exclude_outside = attributes.integer("exclude_outside", 0) != 0;
  out.antialias = attributes.integer("antialias", 0) != 0;
  return out;
}

inline bool is_given(const KernelContext& context, int index) { return context.has_input(index) && context.input(index).elements() > 0; }

/// Every axis of input 0 with its extents and scale; errors name what does not fit.
inline Result<std::vector<ResampleAxis>> axes_of(const KernelContext& context, const ResampleOptions& options) {
  const Tensor& x = context.input(0);
  std::vector<ResampleAxis> out;
  for (int64_t extent : x.dims) out.push_back({.from = extent, .to = extent});
  Ints chosen = context.attributes().integers("axes");
  if (chosen.empty()) {
    for (int64_t axis = 0; axis < x.rank(); ++axis) chosen.push_back(axis);
  }
  GBX_ASSIGN_OR_RETURN(const std::vector<size_t> axes, checked_axes(context, chosen, x.rank()));
  const size_t count = axes.size();
  const bool crops = options.coordinates == "tf_crop_and_resize";
  if (crops) {
    const auto roi = context.has_input(1) ? reals_of(context.input(1)) : std::vector<double>();
    if (roi.size() != 2 * count) return context.error("'roi' needs two elements for each axis");
    for (size_t i = 0; i < count; ++i) {
      out[axes[i]].roi_start = static_cast<float>(roi[i]);
      out[axes[i]].roi_end = static_cast<float>(roi[count + i]);
    }
  }
  const int scales_at = context.version() < 11 ? 1 : 2;
  if (is_given(context, scales_at)) {
    const auto scales = reals_of(context.input(scales_at));
    if (scales.size() != count) return context.error("'scales' needs one element for each axis");
    for (size_t i = 0; i < count; ++i) {
      ResampleAxis& axis = out[axes[i]];
      axis.scale = static_cast<float>(scales[i]);
      const float factor = crops ? axis.scale * (axis.roi_end - axis.roi_start) : axis.scale;
      if (!usable_scale(factor)) return context.error("scale " + std::to_string(factor) + " is not positive");
      axis.to = scaled_extent<int64_t>(axis.from, factor);
    }
    return out;
  }
  const Ints sizes = is_given(context, 3) ? integers_of(context.input(3)) : Ints();
  if (sizes.size() != count) return context.error("'sizes' needs one element for each axis");
  Ints from, to = sizes;
  for (size_t axis : axes) from.push_back(out[axis].from);
  const std::string policy = context.attributes().text("keep_aspect_ratio_policy", "stretch");
  float common = 1;
  if (policy != "stretch" && count > 0) {
    if (*std::min_element(from.begin(), from.end()) == 0) return context.error("an empty tensor has no aspect ratio to keep");
    to = fitted(from, sizes, policy, common);
  }
  for (size_t i = 0; i < count; ++i) {
    if (to[i] < 0) return context.error("extent " + std::to_string(to[i]) + " in " + quoted(context, 3) + " is negative");
    ResampleAxis& axis = out[axes[i]];
    axis.to = to[i];
    axis.scale = policy == "stretch" ? static_cast<float>(axis.to) / static_cast<float>(axis.from) : common;
  }
  return out;
}

}  // namespace gearbox::ops::resize
