#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/attributes.h"
#include "base/status.h"
#include "ops/run/extent.h"

namespace gearbox::ops {

/// Who decides the padding of a windowed operator (convolutions, pools).
enum class AutoPad : uint8_t {
  kExplicit,   ///< the attribute `pads`
  kValid,      ///< nobody: none
  kSameUpper,  ///< the extents: as many outputs as strides fit, an odd pad at the end
  kSameLower,  ///< likewise, an odd pad at the beginning
};

/// A window along one spatial axis.
struct WindowAxis {
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;
  int64_t output_pad = 0;  ///< of transposed convolutions
  int64_t output = -1;     ///< extent a transposed convolution is asked for (output_shape); -1: none

  int64_t reach() const { return (kernel - 1) * dilation + 1; }  ///< input elements from the first tap to the last
};

/// The window of one operator.
struct Window {
  std::vector<WindowAxis> axes;
  AutoPad auto_pad = AutoPad::kExplicit;
  bool ceil_mode = false;
};

/// Reads kernel_shape, strides, dilations, pads, auto_pad, ceil_mode, output_padding and output_shape of an operator with `spatial`
/// spatial axes. `kernel` stands in where kernel_shape is absent and must agree with it elsewhere. Errors say what to correct.
inline Result<Window> window_of(const Attributes& attributes, size_t spatial, const Ints& kernel = {}) {
  Window window;
  const std::string pad = attributes.text("auto_pad", "NOTSET");
  if (pad == "VALID") {
    window.auto_pad = AutoPad::kValid;
  } else if (pad == "SAME_UPPER") {
    window.auto_pad = AutoPad::kSameUpper;
  } else if (pad == "SAME_LOWER") {
    window.auto_pad = AutoPad::kSameLower;
  } else if (pad != "NOTSET" && !pad.empty()) {
    return invalid_argument("auto_pad '" + pad + "' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
  }
  window.ceil_mode = attributes.integer("ceil_mode", 0) != 0;
  window.axes.resize(spatial);
  auto read = [&](const char* name, Ints values, size_t count, int64_t least, auto&& set) -> Status {
    if (values.empty()) return {};
    if (values.size() != count) {
      return invalid_argument(std::string(name) + " has " + std::to_string(values.size()) + " elements, " + std::to_string(count) +
                              " expected");
    }
    constexpr int64_t kMost = INT32_MAX;
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] < least || values[i] > kMost) return invalid_argument(std::string(name) + " holds " + std::to_string(values[i]));
      set(i, values[i]);
    }
    return {};
  };
  const Ints stated = attributes.integers("kernel_shape");
  if (stated.empty() && kernel.empty() && spatial > 0) return invalid_argument("kernel_shape is missing");
  if (!stated.empty() && !kernel.empty() && stated != kernel)
    return invalid_argument("kernel_shape differs from the extents of the weights");
  GBX_RETURN_IF_ERROR(
      read("kernel_shape", stated.empty() ? kernel : stated, spatial, 0, [&](size_t i, int64_t v) { window.axes[i].kernel = v; }));
  GBX_RETURN_IF_ERROR(read("strides", attributes.integers("strides"), spatial, 1, [&](size_t i, int64_t v) { window.axes[i].stride = v; }));
  GBX_RETURN_IF_ERROR(
      read("dilations", attributes.integers("dilations"), spatial, 1, [&](size_t i, int64_t v) { window.axes[i].dilation = v; }));
  GBX_RETURN_IF_ERROR(read("output_padding", attributes.integers("output_padding"), spatial, 0,
                           [&](size_t i, int64_t v) { window.axes[i].output_pad = v; }));
  Ints output = attributes.integers("output_shape");
  if (output.size() > spatial) output.erase(output.begin(), output.end() - static_cast<std::ptrdiff_t>(spatial));
  GBX_RETURN_IF_ERROR(read("output_shape", output, spatial, 0, [&](size_t i, int64_t v) { window.axes[i].output = v; }));
  if (window.auto_pad != AutoPad::kExplicit) return window;
  GBX_RETURN_IF_ERROR(read("pads", attributes.integers("pads"), 2 * spatial, -INT32_MAX,
                           [&](size_t i, int64_t v) { (i < spatial ? window.axes[i].pad_begin : window.axes[i - spatial].pad_end) = v; }));
  return window;
}

inline bool is_same(AutoPad pad) { return pad == AutoPad::kSameUpper || pad == AutoPad::kSameLower; }

/// Output extent of a convolution or pool along an axis of extent `in`. With ceil_mode a last window that starts in the padding at the
/// end is left out.
template <class T>
T window_extent(const Window& window, size_t axis, T in) {
  using Math = ExtentMath<T>;
  const WindowAxis& a = window.axes[axis];
  if (is_same(window.auto_pad)) return Math::ceildiv(in, T(a.stride));
  const T room = in + T(a.pad_begin + a.pad_end - a.reach());
  if (!window.ceil_mode) return Math::floordiv(room, T(a.stride)) + T(1);
  return Math::ceildiv(in + T(a.pad_begin + std::min<int64_t>(a.pad_end + a.stride - a.reach(), 0)), T(a.stride));
}

/// Padding at the beginning for these extents.
inline int64_t window_pad(const Window& window, size_t axis, int64_t in, int64_t out) {
  const WindowAxis& a = window.axes[axis];
  if (!is_same(window.auto_pad)) return a.pad_begin;
  const int64_t total = std::max<int64_t>(0, (out - 1) * a.stride + a.reach() - in);
  return window.auto_pad == AutoPad::kSameUpper ? total / 2 : (total + 1) / 2;
}

/// Padding at the end for these extents.
inline int64_t window_pad_end(const Window& window, size_t axis, int64_t in, int64_t out) {
  const WindowAxis& a = window.axes[axis];
  if (!is_same(window.auto_pad)) return a.pad_end;
  const int64_t total = std::max<int64_t>(0, (out - 1) * a.stride + a.reach() - in);
  return total - window_pad(window, axis, in, out);
}

/// Output extent of a transposed convolution along an axis of extent `in`.
template <class T>
T transposed_extent(const Window& window, size_t axis, T in) {
  const WindowAxis& a = window.axes[axis];
  if (a.output >= 0) return T(a.output);
  if (is_same(window.auto_pad)) return in * T(a.stride);
  return (in - T(1)) * T(a.stride) + T(a.output_pad + a.reach() - a.pad_begin - a.pad_end);
}

/// What a transposed convolution cuts off at the beginning.
inline int64_t transposed_pad(const Window& window, size_t axis, int64_t in, int64_t out) {
  const WindowAxis& a = window.axes[axis];
  if (a.output < 0 && !is_same(window.auto_pad)) return a.pad_begin;
  const int64_t total = (in - 1) * a.stride + a.output_pad + a.reach() - out;
  if (total < 0) return 0;  // rows beyond the last input stay empty
  return window.auto_pad == AutoPad::kSameUpper ? total / 2 : total - total / 2;
}

}  // namespace gearbox::ops
