#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/conv_axis.h"
#include "kernels/pool.h"
#include "kernels/pool_window.h"

namespace gearbox::kernels {
namespace pool_plain_loops {

constexpr size_t kMostAxes = 6;
using Index = std::array<int64_t, kMostAxes>;

/// Advances `at` as the digits of a counter with these limits; false after the last.
bool next(Index& at, const Index& limit, size_t digits) {
  for (size_t d = digits; d-- > 0;) {
    if (++at[d] < limit[d]) return true;
    at[d] = 0;
  }
  return false;
}

/// NaN is above all numbers.
bool above(float x, float y) { return x > y || (std::isnan(x) && !std::isnan(y)); }

struct Window {
  float value = 0;
  int64_t position = 0;  ///< of the maximum
};

/// The window of output `at` in one plane.
Window reduce(PoolKind kind, std::span<const PoolAxis> axes, const float* in, const Index& at) {
  Index taps = {}, first = {}, step = {};
  int64_t valid = 1, padded = 1, stride = 1;
  for (size_t d = axes.size(); d-- > 0;) {
    const ConvAxis& a = axes[d].axis;
    const Range range = valid_taps(a, at[d]);
    taps[d] = range.size();
    first[d] = (at[d] * a.stride - a.pad + range.begin * a.dilation) * stride;
    step[d] = a.dilation * stride;
    stride *= a.in;
    valid *= taps[d];
    padded *= padded_taps(axes[d], at[d]);
  }
  const bool max = kind == PoolKind::kMax;
  Window window{max ? -std::numeric_limits<float>::infinity() : 0.f, 0};
  double sum = 0;
  Index k = {};
  bool more = valid > 0, found = false;
  for (; more; more = next(k, taps, axes.size())) {
    int64_t position = 0;
    for (size_t d = 0; d < axes.size(); ++d) position += first[d] + k[d] * step[d];
    const float x = in[position];
    sum += x;
    if (max && (!found || above(x, window.value))) {
      found = true;
      window = {x, position};
    }
  }
  if (!max) window.value = static_cast<float>(sum / static_cast<double>(std::max<int64_t>(1, kind == PoolKind::kAverage ? valid : padded)));
  return window;
}

}  // namespace pool_plain_loops

void pool_plain(PoolKind kind, int64_t planes, std::span<const PoolAxis> axes, const float* in, float* out, int64_t* indices,
                ThreadPool& pool) {
  using namespace pool_plain_loops;
  int64_t in_size = 1, out_size = 1;
  Index limit = {};
  for (size_t d = 0; d < axes.size(); ++d) {
    in_size *= axes[d].axis.in;
    out_size *= axes[d].axis.out;
    limit[d] = axes[d].axis.out;
  }
  if (out_size == 0) return;
  pool.parallel_for(planes, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t plane = begin; plane < end; ++plane) {
      Index at = {};
      for (int64_t i = 0; i < out_size; ++i, next(at, limit, axes.size())) {
        const Window window = reduce(kind, axes, in + plane * in_size, at);
        out[plane * out_size + i] = window.value;
        if (indices != nullptr) indices[plane * out_size + i] = plane * in_size + window.position;
      }
    }
  });
}

}  // namespace gearbox::kernels
