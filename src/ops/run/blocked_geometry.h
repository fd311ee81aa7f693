#pragma once

#include <array>
#include <span>

#include "base/attributes.h"
#include "kernels/conv.h"
#include "ops/kernel_api.h"
#include "ops/run/window.h"

namespace gearbox::ops {

/// What is static of a convolution in blocked layout, read once at load.
struct BlockedConv {
  Window window;
  int64_t in_channels = 1;
  int64_t out_channels = 1;
  int64_t groups = 1;
  bool large_bias = false;  ///< as in kernels::ConvShape
};

inline Result<BlockedConv> blocked_conv_of(const Attributes& attributes) {
  BlockedConv conv;
  const Ints kernel = attributes.integers("kernel_shape");
  if (kernel.empty() || kernel.size() > 2) return corrupt("a blocked convolution has one or two spatial axes");
  GBX_ASSIGN_OR_RETURN(conv.window, window_of(attributes, kernel.size()));
  conv.in_channels = attributes.integer("in_channels", 0);
  conv.out_channels = attributes.integer("out_channels", 0);
  conv.groups = attributes.integer("group", 1);
  conv.large_bias = attributes.integer("large_bias", 0) != 0;
  if (conv.groups < 1 || conv.in_channels < 1 || conv.out_channels < 1 || conv.in_channels % conv.groups != 0 ||
      conv.out_channels % conv.groups != 0) {
    return corrupt("a blocked convolution's channels do not divide into its groups");
  }
  return conv;
}

/// Extents [N, C, spatial...] of a tensor with one or two spatial axes; one spatial axis counts as the width.
using BlockedDims = std::array<int64_t, 4>;

/// The kernels' axis for spatial axis `axis` of the window.
inline kernels::ConvAxis conv_axis(const WindowAxis& a, int64_t in, int64_t out, int64_t pad) {
  return {in, out, a.kernel, a.stride, a.dilation, pad};
}

/// Axis `axis` of the window for an input of extent `in`.
inline kernels::ConvAxis conv_axis(const Window& window, size_t axis, int64_t in) {
  const int64_t out = window_extent<int64_t>(window, axis, in);
  return conv_axis(window.axes[axis], in, out, window_pad(window, axis, in, out));
}
inline kernels::ConvAxis transposed_axis(const Window& window, size_t axis, int64_t in) {
  const int64_t out = transposed_extent<int64_t>(window, axis, in);
  return conv_axis(window.axes[axis], in, out, transposed_pad(window, axis, in, out));
}

/// Calls set(is_height, axis, extent) for each spatial axis of a tensor [N, C, spatial...].
template <class Set>
void for_each_spatial(std::span<const int64_t> dims, const Set& set) {
  for (size_t axis = 0; axis + 2 < dims.size(); ++axis) set(dims.size() == 4 && axis == 0, axis, dims[axis + 2]);
}

/// The convolution for an input of these extents; `axis_of` is conv_axis or transposed_axis.
inline Result<kernels::ConvShape> conv_shape(const KernelContext& context, const BlockedConv& conv, std::span<const int64_t> dims,
                                             kernels::ConvAxis (*axis_of)(const Window&, size_t, int64_t) = conv_axis) {
  if (dims.size() != conv.window.axes.size() + 2 || dims[1] != conv.in_channels) {
    return context.error("its input does not have " + std::to_string(conv.in_channels) + " channels and " +
                         std::to_string(conv.window.axes.size()) + " spatial axes");
  }
  kernels::ConvShape shape;
  shape.batch = dims[0];
  shape.in_channels = conv.in_channels;
  shape.out_channels = conv.out_channels;
  shape.groups = conv.groups;
  shape.large_bias = conv.large_bias;
  for_each_spatial(dims,
                   [&](bool height, size_t axis, int64_t extent) { (height ? shape.h : shape.w) = axis_of(conv.window, axis, extent); });
  if (shape.h.out < 0 || shape.w.out < 0) return context.error("the window is larger than the padded input");
  return shape;
}

/// Extents of an output with the rank of `like`.
struct OutputDims {
  BlockedDims dims{};
  size_t rank = 4;
  std::span<const int64_t> span() const { return {dims.data(), rank}; }
};
inline OutputDims output_dims(size_t rank, int64_t batch, int64_t channels, int64_t height, int64_t width) {
  OutputDims out;
  out.rank = rank;
  out.dims = rank == 4 ? BlockedDims{batch, channels, height, width} : BlockedDims{batch, channels, width, 0};
  return out;
}

}  // namespace gearbox::ops
