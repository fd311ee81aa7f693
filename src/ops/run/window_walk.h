#pragma once

#include "ops/run/arguments.h"
#include "ops/run/window.h"

namespace gearbox::ops {

/// A windowed operator at the extents of one call. Axes are the spatial ones.
struct WindowPlan {
  Window window;
  Extents image;  ///< extents of the input
  Extents kernel;
  Extents out;     ///< extents of the output
  Extents pads;    ///< at the beginning
  Extents padded;  ///< image and the padding at the end: where padded input stops
};

/// For input 0 with extents [N, C, spatial…]. `kernel` stands in for the attribute kernel_shape.
inline Result<WindowPlan> window_plan(const KernelContext& context, const Ints& kernel = {}) {
  const Tensor& x = context.input(0);
  if (x.rank() < 2) return context.error(quoted(context, 0) + " needs a batch and a channel axis");
  auto window = window_of(context.attributes(), x.dims.size() - 2, kernel);
  if (!window.ok()) return context.error(window.status().message());
  WindowPlan plan;
  plan.window = std::move(window).value();
  plan.image = extents(x.dims.subspan(2));
  for (size_t axis = 0; axis < plan.image.size(); ++axis) {
    const int64_t in = plan.image[axis], out = window_extent<int64_t>(plan.window, axis, in);
    if (out < 0) {
      return context.error("the window is larger than the padded extent " + std::to_string(in) + " of " + quoted(context, 0) + " at axis " +
                           std::to_string(axis + 2));
    }
    plan.kernel.push_back(plan.window.axes[axis].kernel);
    plan.out.push_back(out);
    plan.pads.push_back(window_pad(plan.window, axis, in, out));
    plan.padded.push_back(in + window_pad_end(plan.window, axis, in, out));
  }
  return plan;
}

/// Where one tap of a window falls.
struct WindowTap {
  int64_t offset;  ///< in the image, where inside
  bool inside;
  bool in_padding;  ///< outside of the image but not beyond its padding
};

/// Calls visit(tap) for all taps of the window at output position `position`, row-major.
template <class Visit>
void for_each_tap(const WindowPlan& plan, std::span<const int64_t> position, Visit&& visit) {
  const Extents strides = dense_strides(plan.image);
  for_each_index(plan.kernel, [&](std::span<const int64_t> index) {
    WindowTap tap{0, true, false};
    bool padded = true;
    for (size_t k = 0; k < index.size(); ++k) {
      const WindowAxis& axis = plan.window.axes[k];
      const int64_t place = position[k] * axis.stride + index[k] * axis.dilation - plan.pads[k];
      tap.inside = tap.inside && place >= 0 && place < plan.image[k];
      padded = padded && place < plan.padded[k];
      tap.offset += place * strides[k];
    }
    tap.in_padding = !tap.inside && padded;
    visit(tap);
  });
}

/// The extents of an output with `channels` channels.
inline Extents window_output(const WindowPlan& plan, int64_t batch, int64_t channels) {
  Extents dims = {batch, channels};
  dims.insert(dims.end(), plan.out.begin(), plan.out.end());
  return dims;
}

}  // namespace gearbox::ops
