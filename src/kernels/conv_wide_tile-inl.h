// Register tiles of all dense convolutions in vectors of 16: one panel of weights is one vector, two output blocks. AVX3 alone.
#if defined(GEARBOX_KERNELS_CONV_WIDE_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_CONV_WIDE_TILE_INL_H_
#undef GEARBOX_KERNELS_CONV_WIDE_TILE_INL_H_
#else
#define GEARBOX_KERNELS_CONV_WIDE_TILE_INL_H_
#endif

#include "kernels/conv_tile-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace conv {

/// Two neighbouring blocks as one vector.
HWY_INLINE F16 load_pair(const float* p, int64_t block_stride) { return hn::Combine(D16(), load8(p + block_stride), load8(p)); }
HWY_INLINE void store_pair(F16 v, float* p, int64_t block_stride) {
  store8(hn::LowerHalf(D8(), v), p);
  store8(hn::UpperHalf(D8(), v), p + block_stride);
}

template <int kPairs, int kCount>
HWY_INLINE void begin_wide_sums(const TileData& data, F16 (&sum)[kCount]) {
  const int64_t block = data.from_view.block_stride;
  F16 first[kPairs];
#pragma GCC unroll 2
  for (int j = 0; j < kPairs; ++j) first[j] = data.starts_last ? hn::Zero(D16()) : load_pair(data.from + j * 2 * block, block);
#pragma GCC unroll 32
  for (int i = 0; i < kCount; ++i) sum[i] = first[i % kPairs];
}

template <int kPairs, int kCount>
HWY_INLINE void add_wide_view(const float* from, TileView view, F16 (&sum)[kCount]) {
  F16 first[kPairs];
#pragma GCC unroll 2
  for (int j = 0; j < kPairs; ++j) first[j] = load_pair(from + j * 2 * view.block_stride, view.block_stride);
  if (view.pixel_stride == 0) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = hn::Add(sum[i], first[i % kPairs]);
    return;
  }
#pragma GCC unroll 16
  for (int i = 0; i < kCount / kPairs; ++i, from += view.pixel_stride) {
#pragma GCC unroll 2
    for (int j = 0; j < kPairs; ++j)
      sum[i * kPairs + j] = hn::Add(sum[i * kPairs + j], load_pair(from + j * 2 * view.block_stride, view.block_stride));
  }
}

/// Where the outputs of the next tile in the row lie, block by block, then what is added to them.
template <int kBlocks, int kPixels>
HWY_INLINE void next_outputs(const TileData& data, Wanted (&lines)[2 * kBlocks + 1]) {
  const Wanted to = Wanted(data.to) + kPixels * data.to_view.pixel_stride;
  const Wanted add = data.add != nullptr ? Wanted(data.add) + kPixels * data.to_view.pixel_stride : to;
#pragma GCC unroll 4
  for (int j = 0; j < kBlocks; ++j) {
    lines[j] = to + j * data.to_view.block_stride;
    lines[kBlocks + j] = add + j * data.to_view.block_stride;
  }
  lines[2 * kBlocks] = to;
}

/// As run_tile with whole panels. With kFar, what the next tile reads and writes is asked for line by line, one per input: maps larger than
/// L2 come from many planes, too many for the hardware to follow.
template <int kBlocks, int kPixels, int kStride, bool kFar>
HWY_NOINLINE void run_wide_tile(const TileLoop& loop, const TileData& data, const RegisterActivation& activation) {
  constexpr int kPairs = kBlocks / 2, kSums = kPixels * kPairs;
  const int64_t step = kStride > 0 ? kStride : loop.pixel_stride;
  F16 sum[kSums];
  begin_wide_sums<kPairs>(data, sum);
  Wanted lines[2 * kBlocks + 1];
  if constexpr (kFar) next_outputs<kBlocks, kPixels>(data, lines);
  int64_t asked = 0;
  const int64_t ahead = loop.prefetch, second = loop.panel_stride;
  walk_inputs(loop, data.in, data.weights, [&](const float* x, int64_t count, const float*& weights) HWY_ATTR {
    const float* end = x + count;
    Wanted next_in = Wanted(x) + kPixels * step, next_out = kFar ? lines[asked] : Wanted();
    asked += asked < 2 * kBlocks;
    do {
      const F16 w0 = hn::LoadU(D16(), weights), w1 = kPairs > 1 ? hn::LoadU(D16(), weights + second) : w0;
#pragma GCC unroll 16
      for (int i = 0; i < kPixels; ++i) {
        const F16 v = hn::Set(D16(), x[i * step]);
        sum[i * kPairs] = hn::MulAdd(v, w0, sum[i * kPairs]);
        if constexpr (kPairs > 1) sum[i * kPairs + 1] = hn::MulAdd(v, w1, sum[i * kPairs + 1]);
      }
      if constexpr (kFar) {
        next_in.ask_in_l1();
        next_out.ask_in_l1();
        next_in += 16;
        next_out += 16;
      }
      const Wanted next = Wanted(weights) + ahead;
      next.ask_in_l2();
      if (kPairs > 1) (next + second).ask_in_l2();
      weights += 16;
    } while (++x != end);
  });
  const TileView view = data.to_view;
  float* to = data.to;
  if (data.starts_last) add_wide_view<kPairs>(data.from, data.from_view, sum);
  if (data.add != nullptr) add_wide_view<kPairs>(data.add, view, sum);
  activate(activation, sum);
#pragma GCC unroll 16
  for (int i = 0; i < kPixels; ++i, to += view.pixel_stride) {
#pragma GCC unroll 2
    for (int j = 0; j < kPairs; ++j) store_pair(sum[i * kPairs + j], to + j * 2 * view.block_stride, view.block_stride);
  }
}

}  // namespace conv
}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif  // per-target include guard
