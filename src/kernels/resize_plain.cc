#include <algorithm>
#include <array>

#include "kernels/resize.h"

namespace gearbox::kernels {
namespace resize_plain_rows {

constexpr size_t kMostAxes = 6;

/// Adds `scale` times the resized row to `out`.
void add_row(const ResizeTable& w, const float* row, float scale, float* out) {
  for (int64_t x = 0; x < w.out; ++x) {
    float sum = 0;
    for (int64_t k = 0; k < w.taps; ++k) {
      const float weight = w.weight != nullptr ? w.weight[x * w.taps + k] : 1.f;
      if (weight != 0) sum += weight * row[std::max(0, w.index[x * w.taps + k])];
    }
    out[x] += scale * sum;
  }
}

/// Sums over the taps of axes [axis, last); the last one is `add_row`'s. `in` points at the part fixed so far.
void add_rows(std::span<const ResizeTable> axes, const std::array<int64_t, kMostAxes>& at, size_t axis, const float* in,
              const std::array<int64_t, kMostAxes>& stride, float scale, float* out) {
  const ResizeTable& t = axes[axis];
  if (axis + 1 == axes.size()) return add_row(t, in, scale, out);
  for (int64_t k = 0; k < t.taps; ++k) {
    const float weight = t.weight != nullptr ? t.weight[at[axis] * t.taps + k] : 1.f;
    if (weight != 0) add_rows(axes, at, axis + 1, in + t.index[at[axis] * t.taps + k] * stride[axis], stride, scale * weight, out);
  }
}

}  // namespace resize_plain_rows

void resize_plain(int64_t planes, std::span<const ResizeTable> axes, const float* in, float* out, float extrapolation, ThreadPool& pool) {
  using namespace resize_plain_rows;
  std::array<int64_t, kMostAxes> stride = {};
  int64_t in_size = 1, rows = planes;
  for (size_t d = axes.size(); d-- > 0;) {
    stride[d] = in_size;
    in_size *= axes[d].in;
    if (d + 1 < axes.size()) rows *= axes[d].out;
  }
  const ResizeTable& w = axes.back();
  if (w.out <= 0) return;
  pool.parallel_for(rows, std::max<int64_t>(1, 2048 / w.out), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      std::array<int64_t, kMostAxes> at = {};
      int64_t plane = i;
      bool outside = false;
      for (size_t d = axes.size() - 1; d-- > 0; plane /= axes[d].out) {
        at[d] = plane % axes[d].out;
        outside = outside || axes[d].index[at[d] * axes[d].taps] < 0;
      }
      float* row = out + i * w.out;
      std::fill_n(row, w.out, outside ? extrapolation : 0.f);
      if (outside) continue;
      add_rows(axes, at, 0, in + plane * in_size, stride, 1.f, row);
      for (int64_t x = 0; x < w.out; ++x) {
        if (w.index[x * w.taps] < 0) row[x] = extrapolation;
      }
    }
  });
}

}  // namespace gearbox::kernels
