#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pool_simd.cc"
#include <algorithm>
#include <limits>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/conv_axis.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"
#include "kernels/layout8-inl.h"
#include "kernels/pool.h"
#include "kernels/pool_window.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace pooling {

/// Maximum or sum over a window whose first element is `in`; kColumns > 0 fixes `columns`.
template <bool kMax, int kColumns = 0>
HWY_INLINE F8 reduce_window(const float* in, int64_t rows, int64_t row_stride, int64_t columns, int64_t column_stride) {
  F8 result = kMax ? set8(-std::numeric_limits<float>::infinity()) : zero8();
  for (int64_t y = 0; y < rows; ++y) {
    const float* p = in + y * row_stride;
    for (int64_t x = 0; x < (kColumns > 0 ? kColumns : columns); ++x, p += column_stride)
      result = kMax ? larger8(load8(p), result) : add8(load8(p), result);
  }
  return result;
}

/// The largest of `rows` > 0 elements that are `step` apart.
HWY_INLINE F8 largest_of_column(const float* in, int64_t rows, int64_t step) {
  F8 v = load8(in);
  for (int64_t y = 1; y < rows; ++y) v = larger8(load8(in + y * step), v);
  return v;
}

/// Maxima over windows of two columns, the first at `in`.
void largest_of_pairs(int64_t stride, const float* in, int64_t rows, int64_t row_step, int64_t windows, float* out) {
  for (int64_t x = 0; x < windows; ++x) {
    const float* p = in + x * stride * kBlock;
    store8(larger8(largest_of_column(p, rows, row_step), largest_of_column(p + kBlock, rows, row_step)), out + x * kBlock);
  }
}

/// Maxima over windows of three columns, the first at `in`, which are one or two columns apart and share what they overlap in.
template <int kStride>
void largest_of_threes(const float* in, int64_t rows, int64_t row_step, int64_t windows, float* out) {
  const auto column = [=](int64_t i) HWY_ATTR { return largest_of_column(in + i * kBlock, rows, row_step); };
  F8 a = column(0), b = kStride == 1 ? column(1) : a;
  for (int64_t x = 0; x < windows; ++x) {
    if (kStride == 2) b = column(2 * x + 1);
    const F8 c = column(kStride * x + 2);
    store8(larger8(larger8(a, b), c), out + x * kBlock);
    a = kStride == 1 ? b : c;
    b = c;
  }
}

/// Columns that are folded together.
constexpr int64_t kColumns = 128;

/// Maxima over windows of w.kernel <= kColumns columns, the first at `in`: each column is folded once for all windows it is part of.
void largest_by_columns(const ConvAxis& w, const float* in, int64_t rows, int64_t row_step, int64_t windows, float* out) {
  HWY_ALIGN float columns[kColumns * kBlock];
  const int64_t most = (kColumns - w.kernel) / w.stride + 1;
  for (int64_t begin = 0; begin < windows; begin += most) {
    const int64_t count = std::min(most, windows - begin);
    const float* from = in + begin * w.stride * kBlock;
    for (int64_t i = 0; i < (count - 1) * w.stride + w.kernel; ++i)
      store8(largest_of_column(from + i * kBlock, rows, row_step), columns + i * kBlock);
    for (int64_t x = 0; x < count; ++x)
      store8(largest_of_column(columns + x * w.stride * kBlock, w.kernel, kBlock), out + (begin + x) * kBlock);
  }
}

/// Outputs of an axis whose windows lie in the input as a whole.
Range whole_windows(const ConvAxis& a) {
  const int64_t room = a.in + a.pad - (a.kernel - 1) * a.dilation;
  const int64_t begin = std::min(a.out, (a.pad + a.stride - 1) / a.stride);
  return {begin, room <= 0 ? begin : std::clamp((room - 1) / a.stride + 1, begin, a.out)};
}

/// The maxima of windows that lie in the input as a whole, where they are pairs or share columns: returns which outputs these are.
Range largest_of_whole(const ConvAxis& w, const float* first_row, int64_t rows, int64_t row_step, float* out) {
  const bool shares = w.stride < w.kernel && w.kernel <= kColumns;
  if (rows <= 0 || w.dilation != 1 || w.kernel < 2 || (w.kernel > 2 && !shares)) return {};
  const Range windows = whole_windows(w);
  if (windows.size() == 0) return windows;
  const float* from = first_row + (windows.begin * w.stride - w.pad) * kBlock;
  float* to = out + windows.begin * kBlock;
  if (w.kernel == 2) {
    largest_of_pairs(w.stride, from, rows, row_step, windows.size(), to);
  } else if (w.kernel > 3) {
    largest_by_columns(w, from, rows, row_step, windows.size(), to);
  } else if (w.stride == 2) {
    largest_of_threes<2>(from, rows, row_step, windows.size(), to);
  } else {
    largest_of_threes<1>(from, rows, row_step, windows.size(), to);
  }
  return windows;
}

template <bool kMax>
void run_row(PoolKind kind, const PoolAxis& h, const PoolAxis& w, const float* in, int64_t y, float* out) {
  const int64_t row = w.axis.in * kBlock;
  const Range rows = valid_taps(h.axis, y);
  const float* first_row = in + (y * h.axis.stride - h.axis.pad + rows.begin * h.axis.dilation) * row;
  const int64_t row_step = h.axis.dilation * row;
  const Range whole = kMax ? largest_of_whole(w.axis, first_row, rows.size(), row_step, out) : Range();
  const int64_t start = whole.begin == 0 ? whole.end : 0;
  for (int64_t x = start; x < w.axis.out; x = x + 1 == whole.begin ? whole.end : x + 1) {
    const Range columns = valid_taps(w.axis, x);
    const float* first = first_row + (x * w.axis.stride - w.axis.pad + columns.begin * w.axis.dilation) * kBlock;
    const int64_t step = w.axis.dilation * kBlock;
    F8 v = columns.size() == 3   ? reduce_window<kMax, 3>(first, rows.size(), row_step, 3, step)
           : columns.size() == 2 ? reduce_window<kMax, 2>(first, rows.size(), row_step, 2, step)
                                 : reduce_window<kMax>(first, rows.size(), row_step, columns.size(), step);
    if (!kMax) {
      const int64_t count = kind == PoolKind::kAverage ? rows.size() * columns.size() : padded_taps(h, y) * padded_taps(w, x);
      v = mul8(v, set8(1.f / static_cast<float>(std::max<int64_t>(1, count))));
    }
    store8(v, out + x * kBlock);
  }
}

F8 largest_pixel(const float* in, int64_t pixels) {
  F8 a = set8(-std::numeric_limits<float>::infinity()), b = a, c = a, d = a;
  int64_t i = 0;
  for (; i + 4 <= pixels; i += 4) {
    a = larger8(load8(in + i * kBlock), a);
    b = larger8(load8(in + (i + 1) * kBlock), b);
    c = larger8(load8(in + (i + 2) * kBlock), c);
    d = larger8(load8(in + (i + 3) * kBlock), d);
  }
  for (; i < pixels; ++i) a = larger8(load8(in + i * kBlock), a);
  return larger8(larger8(a, b), larger8(c, d));
}

/// Sums in runs of 256 pixels so that the error does not grow with the map.
F8 sum_pixels(const float* in, int64_t pixels) {
  F8 total = zero8();
  for (int64_t begin = 0; begin < pixels; begin += 256) {
    const int64_t end = std::min(pixels, begin + 256);
    F8 a = zero8(), b = zero8(), c = zero8(), d = zero8();
    int64_t i = begin;
    for (; i + 4 <= end; i += 4) {
      a = add8(a, load8(in + i * kBlock));
      b = add8(b, load8(in + (i + 1) * kBlock));
      c = add8(c, load8(in + (i + 2) * kBlock));
      d = add8(d, load8(in + (i + 3) * kBlock));
    }
    for (; i < end; ++i) a = add8(a, load8(in + i * kBlock));
    total = add8(total, add8(add8(a, b), add8(c, d)));
  }
  return total;
}

void finish_row(const Epilogue& epilogue, float* row, int64_t pixels, int64_t block, int64_t image, int64_t offset) {
  if (epilogue.empty()) return;
  EpilogueTile tile;
  tile.data = row;
  tile.ld = tile.output_ld = kBlock;
  tile.rows = pixels;
  tile.cols = kBlock;
  tile.channel = block * kBlock;
  tile.image = image;
  tile.output_offset = offset;
  apply_epilogue(D8(), epilogue, tile);
}

}  // namespace pooling

/// Output rows [begin, end) counted over images, blocks and rows.
void pool_rows(PoolKind kind, int64_t channels, const PoolAxis& h, const PoolAxis& w, const float* in, float* out, const Epilogue& epilogue,
               int64_t begin, int64_t end) {
  const int64_t blocks = channel_blocks(channels);
  for (int64_t i = begin; i < end; ++i) {
    const int64_t y = i % h.axis.out, plane = i / h.axis.out, offset = i * w.axis.out * kBlock;
    const float* from = in + plane * h.axis.in * w.axis.in * kBlock;
    if (kind == PoolKind::kMax) {
      pooling::run_row<true>(kind, h, w, from, y, out + offset);
    } else {
      pooling::run_row<false>(kind, h, w, from, y, out + offset);
    }
    pooling::finish_row(epilogue, out + offset, w.axis.out, plane % blocks, plane / blocks, offset);
  }
}

/// Planes [begin, end) counted over images and blocks.
void global_pool_planes(PoolKind kind, int64_t channels, int64_t pixels, const float* in, float* out, const Epilogue& epilogue,
                        int64_t begin, int64_t end) {
  const int64_t blocks = channel_blocks(channels);
  for (int64_t plane = begin; plane < end; ++plane) {
    const float* from = in + plane * pixels * kBlock;
    const F8 v = kind == PoolKind::kMax ? pooling::largest_pixel(from, pixels)
                                        : mul8(pooling::sum_pixels(from, pixels), set8(1.f / static_cast<float>(pixels)));
    store8(v, out + plane * kBlock);
    pooling::finish_row(epilogue, out + plane * kBlock, 1, plane % blocks, plane / blocks, plane * kBlock);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(pool_rows);
HWY_EXPORT(global_pool_planes);

void pool_blocked(PoolKind kind, int64_t batch, int64_t channels, const PoolAxis& h, const PoolAxis& w, const float* in, float* out,
                  const Epilogue& epilogue, ThreadPool& pool) {
  if (w.axis.out <= 0) return;
  const auto run = HWY_DYNAMIC_DISPATCH(pool_rows);
  const int64_t rows = batch * channel_blocks(channels) * std::max<int64_t>(0, h.axis.out);
  const int64_t row_work = w.axis.out * h.axis.kernel * w.axis.kernel;
  pool.parallel_for(rows, std::max<int64_t>(1, 4096 / row_work),
                    [&](int64_t begin, int64_t end, int) { run(kind, channels, h, w, in, out, epilogue, begin, end); });
}

void global_pool_blocked(PoolKind kind, int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out,
                         const Epilogue& epilogue, ThreadPool& pool) {
  const auto run = HWY_DYNAMIC_DISPATCH(global_pool_planes);
  pool.parallel_for(batch * channel_blocks(channels), std::max<int64_t>(1, 4096 / std::max<int64_t>(1, pixels)),
                    [&](int64_t begin, int64_t end, int) { run(kind, channels, pixels, in, out, epilogue, begin, end); });
}

}  // namespace gearbox::kernels
#endif
