#pragma once

#include "kernels/pool.h"
#include "ops/run/window_walk.h"

namespace gearbox::ops {

/// Most spatial axes of the kernels for plain layouts.
inline constexpr size_t kPlainAxes = 4;

/// A window over input 0 as the kernels for plain layouts take it, with the extents of the output.
struct PlainWindow {
  std::array<kernels::PoolAxis, kPlainAxes> axes;
  std::array<int64_t, kPlainAxes + 2> dims{};
  size_t spatial = 0;

  std::span<const int64_t> output() const { return {dims.data(), spatial + 2}; }
  std::span<const kernels::PoolAxis> pool_axes() const { return {axes.data(), spatial}; }
};

/// nullopt where the window has no or too many axes for those kernels, or what is wrong is for the reference to say.
inline std::optional<PlainWindow> plain_window(const KernelContext& context, int64_t channels, const Ints& kernel = {}) {
  const Tensor& x = context.input(0);
  if (x.dims.size() < 3 || x.dims.size() > kPlainAxes + 2) return std::nullopt;
  const auto window = window_of(context.attributes(), x.dims.size() - 2, kernel);
  if (!window.ok()) return std::nullopt;
  PlainWindow out;
  out.spatial = x.dims.size() - 2;
  out.dims[0] = x.dims[0];
  out.dims[1] = channels;
  for (size_t axis = 0; axis < out.spatial; ++axis) {
    const WindowAxis& a = window->axes[axis];
    const int64_t in = x.dims[axis + 2], extent = window_extent<int64_t>(*window, axis, in);
    if (extent < 0 || a.kernel == 0) return std::nullopt;
    out.dims[axis + 2] = extent;
    out.axes[axis] = {{in, extent, a.kernel, a.stride, a.dilation, window_pad(*window, axis, in, extent)},
                      window_pad_end(*window, axis, in, extent)};
  }
  return out;
}

}  // namespace gearbox::ops
