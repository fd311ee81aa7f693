#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/depthwise_simd.cc"
#include "hwy/foreach_target.h"

#include <algorithm>

#include "hwy/highway.h"
#include "kernels/conv_axis.h"
#include "kernels/conv_task.h"
#include "kernels/depthwise.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"
#include "kernels/layout8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace depthwise {

alignas(32) constexpr float kZeros[kBlock] = {};

/// One output row of one channel block.
struct Row {
  const float* in = nullptr;       ///< the plane
  const float* weights = nullptr;  ///< the block's
  const float* bias = nullptr;     ///< 8 values
  int64_t first_row = 0;           ///< input row of the first tap, may be outside
  Range taps;                      ///< valid kernel rows
  float low = 0;
  float high = 0;
  bool clamps = false;
};

/// The input vector in column x, zero outside; without kEdge the column is known to be inside.
template <bool kEdge>
HWY_INLINE F8 load_column(const float* row, int64_t x, int64_t width) {
  if (!kEdge) return load8(row + x * kBlock);
  return load8(static_cast<uint64_t>(x) < static_cast<uint64_t>(width) ? row + x * kBlock : kZeros);
}

template <int kPixels>
HWY_INLINE void finish(const Row& row, F8 (&sum)[kPixels], float* out) {
  if (row.clamps) {
    const F8 low = set8(row.low), high = set8(row.high);
#pragma GCC unroll 16
    for (int i = 0; i < kPixels; ++i) sum[i] = min8(high, max8(low, sum[i]));
  }
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) store8(sum[i], out + i * kBlock);
}

/// Pixels from `x` on of a square kernel without dilation: every input is loaded once and feeds all the taps it touches.
template <int kKernel, int kStride, int kPixels, bool kEdge>
HWY_NOINLINE void reuse_tile(const ConvShape& s, const Row& row, int64_t x, float* out) {
  F8 sum[kPixels];
  const F8 bias = load8(row.bias);
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) sum[i] = bias;
  const int64_t first = x * kStride - s.w.pad;
  for (int64_t ky = row.taps.begin; ky < row.taps.end; ++ky) {
    const float* in = row.in + (row.first_row + ky) * s.w.in * kBlock;
    F8 w[kKernel];
#pragma GCC unroll 8
    for (int k = 0; k < kKernel; ++k) w[k] = load8(row.weights + (ky * kKernel + k) * kBlock);
#pragma GCC unroll 32
    for (int j = 0; j < (kPixels - 1) * kStride + kKernel; ++j) {
      const F8 v = load_column<kEdge>(in, first + j, s.w.in);
#pragma GCC unroll 8
      for (int k = 0; k < kKernel; ++k) {
        const int i = (j - k) / kStride;
        if (j >= k && (j - k) % kStride == 0 && i < kPixels) sum[i] = mul_add8(w[k], v, sum[i]);
      }
    }
  }
  finish<kPixels>(row, sum, out);
}

/// Pixels from `x` on of any kernel.
template <int kPixels, bool kEdge>
HWY_NOINLINE void any_tile(const ConvShape& s, const Row& row, int64_t x, float* out) {
  F8 sum[kPixels];
  const F8 bias = load8(row.bias);
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) sum[i] = bias;
  for (int64_t ky = row.taps.begin; ky < row.taps.end; ++ky) {
    const float* in = row.in + (row.first_row + ky * s.h.dilation) * s.w.in * kBlock;
    for (int64_t kx = 0; kx < s.w.kernel; ++kx) {
      const F8 w = load8(row.weights + (ky * s.w.kernel + kx) * kBlock);
      const int64_t first = x * s.w.stride - s.w.pad + kx * s.w.dilation;
#pragma GCC unroll 16
      for (int i = 0; i < kPixels; ++i) sum[i] = mul_add8(w, load_column<kEdge>(in, first + i * s.w.stride, s.w.in), sum[i]);
    }
  }
  finish<kPixels>(row, sum, out);
}

using Tile = void (*)(const ConvShape&, const Row&, int64_t, float*);

#if HWY_MAX_BYTES >= 32
constexpr int64_t kMostPixels = 8;
#else
constexpr int64_t kMostPixels = 4;
#endif

template <int kKernel, int kStride, bool kEdge>
Tile reuse_tile_of(int64_t pixels) {
  switch (pixels) {
    case 3: return reuse_tile<kKernel, kStride, 3, kEdge>;
    case 4: return reuse_tile<kKernel, kStride, 4, kEdge>;
#if HWY_MAX_BYTES >= 32
    case 5: return reuse_tile<kKernel, kStride, 5, kEdge>;
    case 6: return reuse_tile<kKernel, kStride, 6, kEdge>;
    case 7: return reuse_tile<kKernel, kStride, 7, kEdge>;
    case 8: return reuse_tile<kKernel, kStride, 8, kEdge>;
#endif
    case 2: return reuse_tile<kKernel, kStride, 2, kEdge>;
    default: return reuse_tile<kKernel, kStride, 1, kEdge>;
  }
}

template <bool kEdge>
Tile any_tile_of(int64_t pixels) {
  switch (pixels) {
    case 2: return any_tile<2, kEdge>;
    case 3: return any_tile<3, kEdge>;
    case 4: return any_tile<4, kEdge>;
#if HWY_MAX_BYTES >= 32
    case 5: return any_tile<5, kEdge>;
    case 6: return any_tile<6, kEdge>;
    case 7: return any_tile<7, kEdge>;
    case 8: return any_tile<8, kEdge>;
#endif
    default: return any_tile<1, kEdge>;
  }
}

template <bool kEdge>
Tile tile_of(const ConvShape& s, int64_t pixels) {
  const int64_t kernel = s.w.kernel, stride = s.w.stride;
  if (s.h.kernel == kernel && s.h.dilation == 1 && s.w.dilation == 1) {
    if (kernel == 3 && stride == 1) return reuse_tile_of<3, 1, kEdge>(pixels);
    if (kernel == 3 && stride == 2) return reuse_tile_of<3, 2, kEdge>(pixels);
    if (kernel == 5 && stride == 1) return reuse_tile_of<5, 1, kEdge>(pixels);
    if (kernel == 5 && stride == 2) return reuse_tile_of<5, 2, kEdge>(pixels);
  }
  return any_tile_of<kEdge>(pixels);
}

void run_row(const ConvShape& s, const Row& row, float* out) {
  const int64_t tiles = (s.w.out + kMostPixels - 1) / kMostPixels;
  for (int64_t t = 0, x = 0; t < tiles; ++t) {
    const int64_t pixels = (s.w.out - x) / (tiles - t);
    const int64_t first = x * s.w.stride - s.w.pad, last = first + (pixels - 1) * s.w.stride + (s.w.kernel - 1) * s.w.dilation;
    const bool edge = first < 0 || last >= s.w.in;
    (edge ? tile_of<true>(s, pixels) : tile_of<false>(s, pixels))(s, row, x, out + x * kBlock);
    x += pixels;
  }
}

}  // namespace depthwise

/// Output rows [begin, end) counted over images, channel blocks and rows.
void depthwise_rows(const ConvShape& s, const float* in, const float* weights, float* out, const ConvRegisterSteps& steps, int64_t begin,
                    int64_t end) {
  const int64_t blocks = channel_blocks(s.in_channels);
  for (int64_t i = begin; i < end; ++i) {
    const int64_t y = i % s.h.out, plane = i / s.h.out, block = plane % blocks;
    depthwise::Row row;
    row.in = in + plane * s.h.in * s.w.in * kBlock;
    row.weights = weights + block * s.h.kernel * s.w.kernel * kBlock;
    row.bias = steps.bias != nullptr ? steps.bias + block * kBlock : depthwise::kZeros;
    row.first_row = y * s.h.stride - s.h.pad;
    row.taps = valid_taps(s.h, y);
    row.low = steps.low;
    row.high = steps.high;
    row.clamps = steps.clamps;
    float* to = out + i * s.w.out * kBlock;
    depthwise::run_row(s, row, to);
    if (steps.rest.empty()) continue;
    EpilogueTile tile;
    tile.data = to;
    tile.ld = tile.output_ld = kBlock;
    tile.rows = s.w.out;
    tile.cols = kBlock;
    tile.channel = block * kBlock;
    tile.image = plane / blocks;
    tile.output_offset = to - out;
    apply_epilogue(D8(), steps.rest, tile);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(depthwise_rows);

void depthwise_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, ThreadPool& pool) {
  if (shape.w.out <= 0) return;
  const ConvRegisterSteps steps = split_epilogue(epilogue);
  const auto run = HWY_DYNAMIC_DISPATCH(depthwise_rows);
  const int64_t rows = shape.batch * channel_blocks(shape.in_channels) * std::max<int64_t>(0, shape.h.out);
  const int64_t row_work = shape.w.out * shape.h.kernel * shape.w.kernel;
  pool.parallel_for(rows, std::max<int64_t>(1, 4096 / row_work), [&](int64_t begin, int64_t end, int) {
    run(shape, in, weights, out, steps, begin, end);
  });
}

}  // namespace gearbox::kernels
#endif
