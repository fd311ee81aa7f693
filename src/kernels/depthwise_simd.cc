#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/depthwise_simd.cc"
#include <algorithm>
#include <array>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/conv_axis.h"
#include "kernels/conv_register_steps-inl.h"
#include "kernels/depthwise.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace depthwise {

alignas(32) constexpr float kZeros[kBlock] = {};
constexpr int64_t kEpiloguePixels = 192;  // finished while they are in L1

/// One output row of one channel block.
struct Row {
  const float* in = nullptr;       ///< the plane
  const float* weights = nullptr;  ///< the block's
  const float* bias = nullptr;     ///< 8 values
  int64_t first_row = 0;           ///< input row of the first tap, may be outside
  Range taps;                      ///< valid kernel rows
  const RegisterActivation* activation = nullptr;
};

/// The input vector in column x of a row, zero outside.
HWY_INLINE F8 load_checked(const float* row, int64_t x, int64_t width) {
  return load8(static_cast<uint64_t>(x) < static_cast<uint64_t>(width) ? row + x * kBlock : kZeros);
}

template <int kPixels>
HWY_INLINE void finish(const Row& row, F8 (&sum)[kPixels], float* out) {
  activate(*row.activation, sum);
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) store8(sum[i], out + i * kBlock);
}

/// Taps of a row of pixels that use column j of the input.
constexpr int taps_of(int kernel, int stride, int pixels, int j) {
  int taps = 0;
  for (int k = 0; k < kernel; ++k) taps += j >= k && (j - k) % stride == 0 && (j - k) / stride < pixels ? 1 : 0;
  return taps;
}

/// Pixels from `x` on of a square kernel without dilation: every input is loaded once and feeds all the taps it touches. With kEdge up to
/// kKernel / 2 columns at each end may lie outside.
template <int kKernel, int kStride, int kPixels, bool kEdge>
HWY_NOINLINE void reuse_tile(const ConvShape& s, const Row& row, int64_t x, float* out) {
  constexpr int kColumns = (kPixels - 1) * kStride + kKernel;
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
#pragma GCC unroll 64
    for (int j = 0; j < kColumns; ++j) {
      const bool may_be_outside = kEdge && (j < kKernel / 2 || j >= kColumns - kKernel / 2);
      F8 v = may_be_outside ? load_checked(in, first + j, s.w.in) : load8(in + (first + j) * kBlock);
      if (taps_of(kKernel, kStride, kPixels, j) == 2) v = in_register8(v);
#pragma GCC unroll 8
      for (int k = 0; k < kKernel; ++k) {
        const int i = (j - k) / kStride;
        if (j >= k && (j - k) % kStride == 0 && i < kPixels) sum[i] = mul_add8(w[k], v, sum[i]);
      }
    }
  }
  finish<kPixels>(row, sum, out);
}

/// Pixels from `x` on of any kernel; with kEdge any column may lie outside.
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
      for (int i = 0; i < kPixels; ++i) {
        const int64_t column = first + i * s.w.stride;
        sum[i] = mul_add8(w, kEdge ? load_checked(in, column, s.w.in) : load8(in + column * kBlock), sum[i]);
      }
    }
  }
  finish<kPixels>(row, sum, out);
}

using Tile = void (*)(const ConvShape&, const Row&, int64_t, float*);

#if HWY_TARGET == HWY_AVX3
constexpr int64_t kMostPixels = 16;
#elif HWY_MAX_BYTES >= 32
constexpr int64_t kMostPixels = 8;
#else
constexpr int64_t kMostPixels = 4;
#endif
constexpr int64_t kSizes = 17;

/// Tiles by size: all up to 8, then even ones; sizes a target does not use fall back to one pixel and are never asked for.
#define GBX_DEPTHWISE_SIZES(TILE)                                                      \
  {nullptr, TILE(1),  TILE(2), TILE(3),  TILE(4), TILE(5),  TILE(6), TILE(7), TILE(8), \
   TILE(1), TILE(10), TILE(1), TILE(12), TILE(1), TILE(14), TILE(1), TILE(16)}
constexpr int used(int size) { return size <= kMostPixels ? size : 1; }

template <int kKernel, int kStride, bool kEdge>
struct ReuseTiles {
#define GBX_TILE(n) reuse_tile<kKernel, kStride, used(n), kEdge>
  static constexpr Tile kBySize[kSizes] = GBX_DEPTHWISE_SIZES(GBX_TILE);
#undef GBX_TILE
};
template <bool kEdge>
struct AnyTiles {
#define GBX_TILE(n) any_tile<used(n), kEdge>
  static constexpr Tile kBySize[kSizes] = GBX_DEPTHWISE_SIZES(GBX_TILE);
#undef GBX_TILE
};

/// The tiles that serve a convolution: inside, at edges of up to half a kernel, and anywhere.
struct Tiles {
  const Tile* inside;
  const Tile* edge;
};

Tiles tiles_of(const ConvShape& s) {
  const int64_t kernel = s.w.kernel, stride = s.w.stride;
  if (s.h.kernel == kernel && s.h.dilation == 1 && s.w.dilation == 1) {
    if (kernel == 3 && stride == 1) return {ReuseTiles<3, 1, false>::kBySize, ReuseTiles<3, 1, true>::kBySize};
    if (kernel == 3 && stride == 2) return {ReuseTiles<3, 2, false>::kBySize, ReuseTiles<3, 2, true>::kBySize};
    if (kernel == 5 && stride == 1) return {ReuseTiles<5, 1, false>::kBySize, ReuseTiles<5, 1, true>::kBySize};
    if (kernel == 5 && stride == 2) return {ReuseTiles<5, 2, false>::kBySize, ReuseTiles<5, 2, true>::kBySize};
    if (kernel == 7 && stride == 1) return {ReuseTiles<7, 1, false>::kBySize, ReuseTiles<7, 1, true>::kBySize};
  }
  return {AnyTiles<false>::kBySize, AnyTiles<true>::kBySize};
}

/// Pixels of the next tile of a row with `left` pixels to go: even tiles of a size that exists.
constexpr int64_t divided_size(int64_t left) {
  const int64_t tiles = (left + kMostPixels - 1) / kMostPixels, size = (left + tiles - 1) / tiles;
  if (size <= 8 || size % 2 == 0) return size;
  return size == left ? 8 : size + 1;
}

/// Sizes of narrow rows are looked up: a division takes as long as a part of a tile.
constexpr int64_t kNarrowRow = 128;
constexpr auto kSizeOf = [] {
  std::array<int8_t, kNarrowRow + 1> sizes{};
  for (int64_t left = 1; left <= kNarrowRow; ++left) sizes[static_cast<size_t>(left)] = static_cast<int8_t>(divided_size(left));
  return sizes;
}();
int64_t next_size(int64_t left) { return left <= kNarrowRow ? kSizeOf[static_cast<size_t>(left)] : divided_size(left); }

void run_row(const ConvShape& s, const Tiles& tiles, const Row& row, float* out) {
  for (int64_t x = 0; x < s.w.out;) {
    const int64_t pixels = next_size(s.w.out - x);
    const int64_t first = x * s.w.stride - s.w.pad, last = first + (pixels - 1) * s.w.stride + (s.w.kernel - 1) * s.w.dilation;
    const int64_t outside = std::max(-first, last - s.w.in + 1);
    const Tile* by_size = outside <= 0 ? tiles.inside : outside <= s.w.kernel / 2 ? tiles.edge : AnyTiles<true>::kBySize;
    by_size[pixels](s, row, x, out + x * kBlock);
    x += pixels;
  }
}

}  // namespace depthwise

/// Output rows [begin, end) counted over images, channel blocks and rows.
void depthwise_rows(const ConvShape& s, const float* in, const float* weights, float* out, const ConvRegisterSteps& steps, int64_t begin,
                    int64_t end) {
  const int64_t blocks = channel_blocks(s.in_channels);
  const depthwise::Tiles tiles = depthwise::tiles_of(s);
  const int64_t rows_at_once = std::max<int64_t>(1, depthwise::kEpiloguePixels / s.w.out);
  for (int64_t i = begin; i < end;) {
    const int64_t plane = i / s.h.out, block = plane % blocks;
    const int64_t stop = std::min({end, (plane + 1) * s.h.out, i + rows_at_once});
    depthwise::Row row;
    row.in = in + plane * s.h.in * s.w.in * kBlock;
    row.weights = weights + block * s.h.kernel * s.w.kernel * kBlock;
    row.bias = steps.bias != nullptr ? steps.bias + block * kBlock : depthwise::kZeros;
    row.activation = &steps.activation;
    float* to = out + i * s.w.out * kBlock;
    EpilogueTile tile;
    tile.data = to;
    tile.ld = tile.output_ld = tile.cols = kBlock;
    tile.rows = (stop - i) * s.w.out;
    tile.channel = block * kBlock;
    tile.image = plane / blocks;
    tile.output_offset = to - out;
    for (; i < stop; ++i, to += s.w.out * kBlock) {
      const int64_t y = i % s.h.out;
      row.first_row = y * s.h.stride - s.h.pad;
      row.taps = valid_taps(s.h, y);
      depthwise::run_row(s, tiles, row, to);
    }
    if (!steps.rest.empty()) apply_epilogue(D8(), steps.rest, tile);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(depthwise_rows);

void depthwise_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                       ThreadPool& pool) {
  if (shape.w.out <= 0) return;
  const ConvRegisterSteps steps = split_bias_and_activation(epilogue);
  const auto run = HWY_DYNAMIC_DISPATCH(depthwise_rows);
  const int64_t rows = shape.batch * channel_blocks(shape.in_channels) * std::max<int64_t>(0, shape.h.out);
  const int64_t row_work = shape.w.out * shape.h.kernel * shape.w.kernel;
  pool.parallel_for(rows, std::max<int64_t>(1, 4096 / row_work),
                    [&](int64_t begin, int64_t end, int) { run(shape, in, weights, out, steps, begin, end); });
}

}  // namespace gearbox::kernels
#endif
