// Rows of outputs of all dense convolutions, cut in register tiles. Per-target include guard as Highway asks.
#if defined(GEARBOX_KERNELS_CONV_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_CONV_ROW_INL_H_
#undef GEARBOX_KERNELS_CONV_ROW_INL_H_
#else
#define GEARBOX_KERNELS_CONV_ROW_INL_H_
#endif

#include <algorithm>
#include <utility>

#include "kernels/conv_tile-inl.h"
#include "kernels/conv_wide_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace conv {

/// Output blocks that one tile takes at most, and its pixels for that many blocks.
#if HWY_TARGET == HWY_AVX3
constexpr int kTileBlocks = 4;
constexpr int kTilePixels[] = {0, 14, 14, 8, 14};
#elif HWY_MAX_BYTES >= 32
constexpr int kTileBlocks = 2;
constexpr int kTilePixels[] = {0, 8, 6, 4};
#else
constexpr int kTileBlocks = 1;
constexpr int kTilePixels[] = {0, 6};
#endif

template <int kBlocks, int kPixels, int kStride, bool kFar>
constexpr TileFunction tile_of() {
#if HWY_TARGET == HWY_AVX3
  // Fewer sums would wait for each other.
  if constexpr (kBlocks % 2 == 0 && kPixels * kBlocks / 2 >= 4) return run_wide_tile<kBlocks, kPixels, kStride, kFar>;
#endif
  if constexpr (tile_copies(kBlocks * kPixels) > 1) {
    return run_small_tile<kBlocks, kPixels>;
  } else {
    return run_tile<kBlocks, kPixels, kStride>;
  }
}

template <int kBlocks, int kStride, int... kPixels>
TileFunction tile_of_pixels(const TileLoop& loop, int64_t pixels, std::integer_sequence<int, kPixels...> /*sizes*/) {
  static constexpr TileFunction kNear[] = {tile_of<kBlocks, kPixels + 1, kStride, false>()...};
  static constexpr TileFunction kFar[] = {tile_of<kBlocks, kPixels + 1, kStride, true>()...};
  return (loop.far ? kFar : kNear)[pixels - 1];
}

/// Strides of one and two blocks and of two plain pixels are known to the compiler.
template <int kBlocks>
TileFunction tile_of_blocks(const TileLoop& loop, int64_t pixels) {
  constexpr std::make_integer_sequence<int, kTilePixels[kBlocks]> kSizes;
  switch (loop.pixel_stride) {
    case 2: return tile_of_pixels<kBlocks, 2>(loop, pixels, kSizes);
    case 8: return tile_of_pixels<kBlocks, 8>(loop, pixels, kSizes);
    case 16: return tile_of_pixels<kBlocks, 16>(loop, pixels, kSizes);
    default: return tile_of_pixels<kBlocks, 0>(loop, pixels, kSizes);
  }
}

/// The tile for `blocks` <= kTileBlocks (or 3 with vectors of 8) and 1 to kTilePixels[blocks] pixels.
inline TileFunction tile_function(const TileLoop& loop, int64_t blocks, int64_t pixels) {
  switch (blocks) {
#if HWY_MAX_BYTES >= 32
    case 2: return tile_of_blocks<2>(loop, pixels);
    case 3: return tile_of_blocks<3>(loop, pixels);
#endif
#if HWY_TARGET == HWY_AVX3
    case 4: return tile_of_blocks<4>(loop, pixels);
#endif
    default: return tile_of_blocks<1>(loop, pixels);
  }
}

/// `pixels` neighbouring outputs of `blocks` output blocks in even tiles. `data.weights` is at an even block.
inline void run_row(const TileLoop& loop, int64_t blocks, int64_t pixels, const TileData& data, const RegisterActivation& activation) {
  for (int64_t j = 0, now = 0; j < blocks; j += now) {
    now = blocks - j == 3 && HWY_MAX_BYTES >= 32 ? 3 : std::min<int64_t>(kTileBlocks, blocks - j);
    TileData tile = data;
    tile.weights += j / 2 * loop.panel_stride + j % 2 * 8;
    tile.from += j * data.from_view.block_stride;
    tile.to += j * data.to_view.block_stride;
    if (data.add != nullptr) tile.add += j * data.to_view.block_stride;
    const int64_t tiles = (pixels + kTilePixels[now] - 1) / kTilePixels[now];
    for (int64_t t = 0, x = 0; t < tiles; ++t) {
      const int64_t size = (pixels - x) / (tiles - t);
      tile_function(loop, now, size)(loop, tile, activation);
      tile.in += size * loop.pixel_stride;
      tile.from += size * data.from_view.pixel_stride;
      tile.to += size * data.to_view.pixel_stride;
      if (data.add != nullptr) tile.add += size * data.to_view.pixel_stride;
      x += size;
    }
  }
}

}  // namespace conv
}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
