// Register tiles of all dense convolutions: up to 4 output blocks x 6 pixels on AVX3, 2 x 6 on AVX2. Per-target include guard.
#if defined(GEARBOX_KERNELS_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_CONV_TILE_INL_H_
#undef GEARBOX_KERNELS_CONV_TILE_INL_H_
#else
#define GEARBOX_KERNELS_CONV_TILE_INL_H_
#endif

#include <algorithm>

#include "kernels/layout8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace conv {

/// The sums of a tile: `outer` planes, kernel rows [row_begin, row_end), `columns`, `inner` inputs side by side. Strides count floats.
struct TileLoop {
  int64_t outer = 0;
  int64_t outer_stride = 0;
  int64_t kernel_rows = 0;  ///< rows in the weights
  int64_t row_begin = 0;
  int64_t row_end = 0;
  int64_t row_stride = 0;
  int64_t columns = 0;
  int64_t column_stride = 0;
  int64_t inner = 0;
  int64_t inner_last = 0;    ///< of the last plane
  int64_t pixel_stride = 0;  ///< between the inputs of neighbouring outputs
  int64_t panel_stride = 0;  ///< between panels of 16 outputs in the weights
  int64_t prefetch = 0;      ///< distance to the weights wanted next
};

/// Where sums start from or go to: block j, pixel i at data + i * pixel_stride + j * block_stride.
struct TileView {
  int64_t pixel_stride = 0;
  int64_t block_stride = 0;
};

struct TileClamp {
  bool active = false;
  float low = 0;
  float high = 0;
};

using TileFunction = void (*)(const TileLoop& loop, const float* in, const float* weights, const float* from, TileView from_view, float* to,
                              TileView to_view, TileClamp clamp);

/// kStride > 0 fixes pixel_stride at compile time.
template <int kBlocks, int kPixels, int kStride>
HWY_NOINLINE void run_tile(const TileLoop& loop, const float* in, const float* weights, const float* from, TileView from_view, float* to,
                           TileView to_view, TileClamp clamp) {
  const int64_t step = kStride > 0 ? kStride : loop.pixel_stride;
  F8 sum[kPixels][kBlocks];
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kBlocks; ++j) sum[i][j] = load8(from + i * from_view.pixel_stride + j * from_view.block_stride);
  }
  const int64_t ahead = loop.prefetch;
  const float* second = weights + loop.panel_stride;
  for (int64_t a = 0; a < loop.outer; ++a) {
    const int64_t inner = a + 1 < loop.outer ? loop.inner : loop.inner_last;
    const int64_t row_weights = loop.columns * inner * 16;
    const float* w0 = weights + loop.row_begin * row_weights;
    const float* w1 = second + loop.row_begin * row_weights;
    weights += loop.kernel_rows * row_weights;
    second += loop.kernel_rows * row_weights;
    for (int64_t b = loop.row_begin; b < loop.row_end; ++b) {
      const float* column = in + a * loop.outer_stride + b * loop.row_stride;
      for (int64_t c = 0; c < loop.columns; ++c, column += loop.column_stride) {
        const float* x = column;
        const float* end = column + inner;
        do {
          F8 w[kBlocks];
#pragma GCC unroll 4
          for (int j = 0; j < kBlocks; ++j) w[j] = load8((j < 2 ? w0 : w1) + (j % 2) * 8);
#pragma GCC unroll 16
          for (int i = 0; i < kPixels; ++i) {
            const F8 v = set8(x[i * step]);
#pragma GCC unroll 4
            for (int j = 0; j < kBlocks; ++j) sum[i][j] = mul_add8(v, w[j], sum[i][j]);
          }
          __builtin_prefetch(w0 + ahead, 0, 2);
          if (kBlocks > 2) __builtin_prefetch(w1 + ahead, 0, 2);
          w0 += 16;
          w1 += 16;
        } while (++x != end);
      }
    }
  }
  if (clamp.active) {
    const F8 low = set8(clamp.low), high = set8(clamp.high);
#pragma GCC unroll 16
    for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kBlocks; ++j) sum[i][j] = min8(high, max8(low, sum[i][j]));
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kBlocks; ++j) store8(sum[i][j], to + i * to_view.pixel_stride + j * to_view.block_stride);
  }
}

/// Copies of the sums that a small tile keeps, so that enough multiply-adds are under way to hide their latency.
constexpr int tile_copies(int sums) { return sums >= 7 ? 1 : sums >= 4 ? 2 : 4; }

/// As run_tile for tiles of few sums, each input of a group of kCopies to its own copy.
template <int kBlocks, int kPixels>
HWY_NOINLINE void run_small_tile(const TileLoop& loop, const float* in, const float* weights, const float* from, TileView from_view,
                                 float* to, TileView to_view, TileClamp clamp) {
  constexpr int kCopies = tile_copies(kBlocks * kPixels);
  F8 sum[kCopies][kPixels][kBlocks];
#pragma GCC unroll 4
  for (int k = 0; k < kCopies; ++k) {
#pragma GCC unroll 8
    for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kBlocks; ++j) {
        sum[k][i][j] = k == 0 ? load8(from + i * from_view.pixel_stride + j * from_view.block_stride) : zero8();
      }
    }
  }
  const float* second = weights + loop.panel_stride;
  for (int64_t a = 0; a < loop.outer; ++a) {
    const int64_t inner = a + 1 < loop.outer ? loop.inner : loop.inner_last;
    const int64_t row_weights = loop.columns * inner * 16;
    const float* w0 = weights + loop.row_begin * row_weights;
    const float* w1 = second + loop.row_begin * row_weights;
    weights += loop.kernel_rows * row_weights;
    second += loop.kernel_rows * row_weights;
    for (int64_t b = loop.row_begin; b < loop.row_end; ++b) {
      const float* column = in + a * loop.outer_stride + b * loop.row_stride;
      for (int64_t c = 0; c < loop.columns; ++c, column += loop.column_stride) {
        for (int64_t x = 0; x < inner; x += kCopies) {
#pragma GCC unroll 4
          for (int k = 0; k < kCopies; ++k) {
            if (k > 0 && x + k >= inner) break;
            F8 w[kBlocks];
#pragma GCC unroll 4
            for (int j = 0; j < kBlocks; ++j) w[j] = load8((j < 2 ? w0 : w1) + (j % 2) * 8);
#pragma GCC unroll 8
            for (int i = 0; i < kPixels; ++i) {
              const F8 v = set8(column[x + k + i * loop.pixel_stride]);
#pragma GCC unroll 4
              for (int j = 0; j < kBlocks; ++j) sum[k][i][j] = mul_add8(v, w[j], sum[k][i][j]);
            }
            w0 += 16;
            w1 += 16;
          }
        }
      }
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kBlocks; ++j) {
      F8 v = sum[0][i][j];
#pragma GCC unroll 4
      for (int k = 1; k < kCopies; ++k) v = add8(v, sum[k][i][j]);
      if (clamp.active) v = min8(set8(clamp.high), max8(set8(clamp.low), v));
      store8(v, to + i * to_view.pixel_stride + j * to_view.block_stride);
    }
  }
}

/// Output blocks that one tile takes at most, and its pixels for that many blocks.
#if HWY_TARGET == HWY_AVX3
constexpr int kTileBlocks = 4;
constexpr int kTilePixels[] = {0, 8, 8, 8, 6};
#elif HWY_MAX_BYTES >= 32
constexpr int kTileBlocks = 2;
constexpr int kTilePixels[] = {0, 8, 6, 4};
#else
constexpr int kTileBlocks = 1;
constexpr int kTilePixels[] = {0, 6};
#endif

template <int kBlocks, int kPixels, int kStride>
constexpr TileFunction tile_of() {
  if constexpr (tile_copies(kBlocks * kPixels) > 1) {
    return run_small_tile<kBlocks, kPixels>;
  } else {
    return run_tile<kBlocks, kPixels, kStride>;
  }
}

/// Sizes that a target does not use become 1, so that they cost no code.
constexpr int known_size(int blocks, int pixels) { return pixels <= kTilePixels[blocks] ? pixels : 1; }

template <int kBlocks, int kStride>
TileFunction tile_of_blocks(int64_t pixels) {
  switch (pixels) {
    case 1: return tile_of<kBlocks, 1, kStride>();
    case 2: return tile_of<kBlocks, 2, kStride>();
    case 3: return tile_of<kBlocks, 3, kStride>();
    case 4: return tile_of<kBlocks, 4, kStride>();
    case 5: return tile_of<kBlocks, known_size(kBlocks, 5), kStride>();
    case 6: return tile_of<kBlocks, known_size(kBlocks, 6), kStride>();
    case 7: return tile_of<kBlocks, known_size(kBlocks, 7), kStride>();
    default: return tile_of<kBlocks, known_size(kBlocks, 8), kStride>();
  }
}

template <int kStride>
TileFunction tile_of_stride(int64_t blocks, int64_t pixels) {
  switch (blocks) {
    case 1: return tile_of_blocks<1, kStride>(pixels);
#if HWY_MAX_BYTES >= 32
    case 3: return tile_of_blocks<3, kStride>(pixels);
#endif
#if HWY_TARGET == HWY_AVX3
    case 4: return tile_of_blocks<4, kStride>(pixels);
#endif
#if HWY_MAX_BYTES >= 32
    default: return tile_of_blocks<2, kStride>(pixels);
#else
    default: return tile_of_blocks<1, kStride>(pixels);
#endif
  }
}

/// The tile for `blocks` <= kTileBlocks (or 3 with vectors of 8) and `pixels` <= kTilePixels[blocks].
inline TileFunction tile_function(int64_t blocks, int64_t pixels, int64_t pixel_stride) {
  return pixel_stride == 8 ? tile_of_stride<8>(blocks, pixels) : tile_of_stride<0>(blocks, pixels);
}

/// `pixels` neighbouring outputs of `blocks` output blocks in even tiles: sums from `from` to `to`. `weights` is at an even block.
inline void run_row(const TileLoop& loop, int64_t blocks, int64_t pixels, const float* in, const float* weights, const float* from,
                    TileView from_view, float* to, TileView to_view, TileClamp clamp) {
  for (int64_t j = 0, now = 0; j < blocks; j += now) {
    now = blocks - j == 3 && HWY_MAX_BYTES >= 32 ? 3 : std::min<int64_t>(kTileBlocks, blocks - j);
    const float* w = weights + j / 2 * loop.panel_stride + j % 2 * 8;
    const int64_t tiles = (pixels + kTilePixels[now] - 1) / kTilePixels[now];
    for (int64_t t = 0, x = 0; t < tiles; ++t) {
      const int64_t size = (pixels - x) / (tiles - t);
      tile_function(now, size, loop.pixel_stride)(loop, in + x * loop.pixel_stride, w,
                                                  from + x * from_view.pixel_stride + j * from_view.block_stride, from_view,
                                                  to + x * to_view.pixel_stride + j * to_view.block_stride, to_view, clamp);
      x += size;
    }
  }
}

}  // namespace conv
}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
