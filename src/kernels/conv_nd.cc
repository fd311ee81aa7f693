#include "kernels/conv_nd.h"

#include <algorithm>
#include <array>

namespace gearbox::kernels {
namespace conv_nd_loops {

constexpr size_t kMostAxes = 4;
using Index = std::array<int64_t, kMostAxes>;

/// The shape with leading axes of extent 1 up to kMostAxes.
struct Axes {
  std::array<ConvAxis, kMostAxes> axis;
  int64_t in_size = 1;
  int64_t out_size = 1;
  int64_t taps = 1;

  explicit Axes(std::span<const ConvAxis> given) {
    std::copy(given.begin(), given.end(), axis.end() - static_cast<std::ptrdiff_t>(given.size()));
    for (const ConvAxis& a : axis) {
      in_size *= a.in;
      out_size *= a.out;
      taps *= a.kernel;
    }
  }
};

/// Adds weight times the input, as one tap sees it, to the output plane. One side is walked, the output or (transposed) the input; the
/// other side's position is walked * stride - pad + tap * dilation.
template <bool kTransposed>
void add_tap(const Axes& axes, const Index& tap, float weight, const float* in, float* out) {
  std::array<int64_t, kMostAxes> begin, end, shift, walked, other;
  for (size_t d = 0; d < kMostAxes; ++d) {
    const ConvAxis& a = axes.axis[d];
    walked[d] = kTransposed ? a.in : a.out;
    other[d] = kTransposed ? a.out : a.in;
    shift[d] = tap[d] * a.dilation - a.pad;
    begin[d] = shift[d] >= 0 ? 0 : std::min(walked[d], (-shift[d] + a.stride - 1) / a.stride);
    end[d] = shift[d] >= other[d] ? 0 : std::min(walked[d], (other[d] - shift[d] - 1) / a.stride + 1);
    if (begin[d] >= end[d]) return;
  }
  const ConvAxis& last = axes.axis[kMostAxes - 1];
  for (int64_t i = begin[0]; i < end[0]; ++i) {
    for (int64_t j = begin[1]; j < end[1]; ++j) {
      for (int64_t k = begin[2]; k < end[2]; ++k) {
        const int64_t w = ((i * walked[1] + j) * walked[2] + k) * walked[3];
        const int64_t v = (((i * axes.axis[0].stride + shift[0]) * other[1] + j * axes.axis[1].stride + shift[1]) * other[2] +
                           k * axes.axis[2].stride + shift[2]) *
                              other[3] +
                          shift[3];
        for (int64_t x = begin[3]; x < end[3]; ++x) {
          if (kTransposed) {
            out[v + x * last.stride] += weight * in[w + x];
          } else {
            out[w + x] += weight * in[v + x * last.stride];
          }
        }
      }
    }
  }
}

template <bool kTransposed>
void run(const ConvNdShape& shape, const float* in, const float* weights, const float* bias, float* out, ThreadPool& pool) {
  const Axes axes(shape.axes);
  const int64_t inputs = shape.in_channels / shape.groups, outputs = shape.out_channels / shape.groups;
  pool.parallel_for(shape.batch * shape.out_channels, 1, [&](int64_t first, int64_t last, int) {
    for (int64_t plane = first; plane < last; ++plane) {
      const int64_t image = plane / shape.out_channels, o = plane % shape.out_channels, group = o / outputs;
      float* to = out + plane * axes.out_size;
      std::fill_n(to, axes.out_size, 0.f);
      for (int64_t i = group * inputs; i < (group + 1) * inputs; ++i) {
        const float* from = in + (image * shape.in_channels + i) * axes.in_size;
        const float* w = weights + (kTransposed ? i * outputs + o % outputs : o * inputs + i % inputs) * axes.taps;
        for (int64_t t = 0; t < axes.taps; ++t) {
          Index tap;
          int64_t rest = t;
          for (size_t d = kMostAxes; d-- > 0; rest /= axes.axis[d].kernel) tap[d] = rest % axes.axis[d].kernel;
          add_tap<kTransposed>(axes, tap, w[t], from, to);
        }
      }
      if (bias == nullptr) continue;
      for (int64_t i = 0; i < axes.out_size; ++i) to[i] += bias[o];  // last, so that no product is rounded at its size
    }
  });
}

}  // namespace conv_nd_loops

void conv_nd(const ConvNdShape& shape, const float* in, const float* weights, const float* bias, float* out, ThreadPool& pool) {
  conv_nd_loops::run<false>(shape, in, weights, bias, out, pool);
}

void conv_transpose_nd(const ConvNdShape& shape, const float* in, const float* weights, const float* bias, float* out, ThreadPool& pool) {
  conv_nd_loops::run<true>(shape, in, weights, bias, out, pool);
}

}  // namespace gearbox::kernels
