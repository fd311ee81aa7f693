// Register tiles of all dense convolutions in vectors of 8. Per-target include guard as Highway asks.
#if defined(GEARBOX_KERNELS_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_CONV_TILE_INL_H_
#undef GEARBOX_KERNELS_CONV_TILE_INL_H_
#else
#define GEARBOX_KERNELS_CONV_TILE_INL_H_
#endif

#include "kernels/conv_register_steps-inl.h"
#include "kernels/wanted.h"

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
  bool far = false;          ///< what tiles read and write may not be in L2
};

/// Where sums come from or go to: block j, pixel i at data + i * pixel_stride + j * block_stride.
struct TileView {
  int64_t pixel_stride = 0;
  int64_t block_stride = 0;
};

/// What one tile reads and writes. `add` is viewed as `to`.
struct TileData {
  const float* in = nullptr;
  const float* weights = nullptr;
  const float* from = nullptr;  ///< what sums start from
  TileView from_view;
  /// What sums start from is added at their end, so that no product is rounded at its size. Always, unless it is the same for all pixels.
  bool starts_last = false;
  float* to = nullptr;
  TileView to_view;
  const float* add = nullptr;  ///< added to the sums; null: nothing
};

using TileFunction = void (*)(const TileLoop& loop, const TileData& data, const RegisterActivation& activation);

/// Calls step(x, count, weights) for each plane, kernel row and column of a tile: `count` inputs side by side from `x` on. `step` moves
/// `weights` behind those it used.
template <class Step>
HWY_INLINE void walk_inputs(const TileLoop& loop, const float* plane, const float* weights, const Step& step) {
  if (loop.outer <= 0) return;
  const int64_t columns = loop.columns, rows = loop.row_end - loop.row_begin;
  plane += loop.row_begin * loop.row_stride;
  int64_t planes = loop.outer - 1, inner = loop.inner;
  for (int part = 0; part < 2; ++part, planes = 1, inner = loop.inner_last) {  // the last plane comes apart
    const int64_t row_weights = columns * inner * 16;
    const int64_t before = loop.row_begin * row_weights, behind = (loop.kernel_rows - loop.row_end) * row_weights;
    for (int64_t a = planes; a > 0; --a, plane += loop.outer_stride) {
      weights += before;
      const float* row = plane;
      for (int64_t b = rows; b > 0; --b, row += loop.row_stride) {
        const float* x = row;
        for (int64_t c = columns; c > 0; --c, x += loop.column_stride) step(x, inner, weights);
      }
      weights += behind;
    }
  }
}

/// Sums of a tile before its first product; pixel i, block j is sum[i * kBlocks + j].
template <int kBlocks, int kCount>
HWY_INLINE void begin_sums(const TileData& data, F8 (&sum)[kCount]) {
  F8 first[kBlocks];
#pragma GCC unroll 4
  for (int j = 0; j < kBlocks; ++j) first[j] = data.starts_last ? zero8() : load8(data.from + j * data.from_view.block_stride);
#pragma GCC unroll 32
  for (int i = 0; i < kCount; ++i) sum[i] = first[i % kBlocks];
}

template <int kBlocks, int kCount>
HWY_INLINE void add_view(const float* from, TileView view, F8 (&sum)[kCount]) {
#pragma GCC unroll 16
  for (int i = 0; i < kCount / kBlocks; ++i, from += view.pixel_stride) {
#pragma GCC unroll 4
    for (int j = 0; j < kBlocks; ++j) sum[i * kBlocks + j] = add8(sum[i * kBlocks + j], load8(from + j * view.block_stride));
  }
}

/// Adds what `data` adds, then the activation, then to memory.
template <int kBlocks, int kCount>
HWY_INLINE void finish_tile(const TileData& data, const RegisterActivation& activation, F8 (&sum)[kCount]) {
  const TileView view = data.to_view;
  float* to = data.to;
  if (data.starts_last) add_view<kBlocks>(data.from, data.from_view, sum);
  if (data.add != nullptr) add_view<kBlocks>(data.add, view, sum);
  activate(activation, sum);
#pragma GCC unroll 16
  for (int i = 0; i < kCount / kBlocks; ++i, to += view.pixel_stride) {
#pragma GCC unroll 4
    for (int j = 0; j < kBlocks; ++j) store8(sum[i * kBlocks + j], to + j * view.block_stride);
  }
}

/// kStride > 0 fixes pixel_stride at compile time.
template <int kBlocks, int kPixels, int kStride>
HWY_NOINLINE void run_tile(const TileLoop& loop, const TileData& data, const RegisterActivation& activation) {
  constexpr int kSums = kPixels * kBlocks;
  const int64_t step = kStride > 0 ? kStride : loop.pixel_stride;
  F8 sum[kSums];
  begin_sums<kBlocks>(data, sum);
  const int64_t ahead = loop.prefetch, second = loop.panel_stride;
  walk_inputs(loop, data.in, data.weights, [&](const float* x, int64_t count, const float*& weights) HWY_ATTR {
    const float* end = x + count;
    do {
      F8 w[kBlocks];
#pragma GCC unroll 4
      for (int j = 0; j < kBlocks; ++j) w[j] = load8(weights + j / 2 * second + j % 2 * 8);
#pragma GCC unroll 16
      for (int i = 0; i < kPixels; ++i) {
        const F8 v = set8(x[i * step]);
#pragma GCC unroll 4
        for (int j = 0; j < kBlocks; ++j) sum[i * kBlocks + j] = mul_add8(v, w[j], sum[i * kBlocks + j]);
      }
      const Wanted next = Wanted(weights) + ahead;
      next.ask_in_l2();
      if (kBlocks > 2) (next + second).ask_in_l2();
      weights += 16;
    } while (++x != end);
  });
  finish_tile<kBlocks>(data, activation, sum);
}

/// Copies of the sums that a small tile keeps, so that enough multiply-adds are under way to hide their latency.
constexpr int tile_copies(int sums) { return sums >= 7 ? 1 : sums >= 4 ? 2 : 4; }

/// As run_tile for tiles of few sums, each input of a group of kCopies to its own copy.
template <int kBlocks, int kPixels>
HWY_NOINLINE void run_small_tile(const TileLoop& loop, const TileData& data, const RegisterActivation& activation) {
  constexpr int kSums = kPixels * kBlocks;
  constexpr int kCopies = tile_copies(kSums);
  F8 sum[kCopies][kSums];
  begin_sums<kBlocks>(data, sum[0]);
#pragma GCC unroll 4
  for (int k = 1; k < kCopies; ++k) {
#pragma GCC unroll 8
    for (int i = 0; i < kSums; ++i) sum[k][i] = zero8();
  }
  const int64_t second = loop.panel_stride;
  walk_inputs(loop, data.in, data.weights, [&](const float* x, int64_t count, const float*& weights) HWY_ATTR {
    for (int64_t at = 0; at < count; at += kCopies) {
#pragma GCC unroll 4
      for (int k = 0; k < kCopies; ++k) {
        if (k > 0 && at + k >= count) break;
        F8 w[kBlocks];
#pragma GCC unroll 4
        for (int j = 0; j < kBlocks; ++j) w[j] = load8(weights + j / 2 * second + j % 2 * 8);
#pragma GCC unroll 8
        for (int i = 0; i < kPixels; ++i) {
          const F8 v = set8(x[at + k + i * loop.pixel_stride]);
#pragma GCC unroll 4
          for (int j = 0; j < kBlocks; ++j) sum[k][i * kBlocks + j] = mul_add8(v, w[j], sum[k][i * kBlocks + j]);
        }
        weights += 16;
      }
    }
  });
#pragma GCC unroll 4
  for (int k = 1; k < kCopies; ++k) {
#pragma GCC unroll 8
    for (int i = 0; i < kSums; ++i) sum[0][i] = add8(sum[0][i], sum[k][i]);
  }
  finish_tile<kBlocks>(data, activation, sum[0]);
}

}  // namespace conv
}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
