// The register tile of Strassen's products: B's quarters are added while they are read, and the result is added to one or two of C's.

#if defined(GEARBOX_KERNELS_STRASSEN_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_STRASSEN_TILE_INL_H_
#undef GEARBOX_KERNELS_STRASSEN_TILE_INL_H_
#else
#define GEARBOX_KERNELS_STRASSEN_TILE_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/fixed_count-inl.h"
#include "kernels/gemm_tile-inl.h"
#include "kernels/wanted.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace strassen {

namespace hn = hwy::HWY_NAMESPACE;
using gemm::D;
using gemm::kLanes;
using gemm::kTileCols;
using gemm::kVectors;
using gemm::V;

/// A quarter of C that a product is added to: c = add + start + sign * product.
struct Target {
  float* c;
  const float* add;  ///< C itself, another matrix, or null
  int64_t add_ld;
  const float* start;  ///< a row that is added to all, or null
  int64_t rows;        ///< of the quarter, from the tile's first one on; those past them are not stored
  int sign;
};

/// One tile of whole kTileCols columns. A's rows lie kTileLda apart; B and what is added to it are panels `b_panel` apart.
struct Tile {
  const float* a;
  const float* b;
  const float* other_b;  ///< added to b or taken from it
  int64_t b_panel;
  int64_t depth;
  int64_t ahead;  ///< floats from each row of b to the one to ask for; 0: none
  int64_t ldc;
  Target targets[2];
  int count;  ///< of targets
};

template <int kRows>
HWY_INLINE void add_to(const Target& t, int64_t ldc, const V (&sum)[kRows][kVectors]) {
  const D d;
  const V sign = hn::Set(d, static_cast<float>(t.sign));
  if (t.add && !t.start && t.rows >= kRows) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kVectors; ++j) {
        hn::StoreU(hn::MulAdd(sign, sum[i][j], hn::LoadU(d, t.add + i * t.add_ld + j * kLanes)), d, t.c + i * ldc + j * kLanes);
      }
    }
    return;
  }
  V start[kVectors];
#pragma GCC unroll 4
  for (int j = 0; j < kVectors; ++j) start[j] = t.start ? hn::LoadU(d, t.start + j * kLanes) : hn::Zero(d);
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
    if (i >= t.rows) return;
#pragma GCC unroll 4
    for (int j = 0; j < kVectors; ++j) {
      const V v = t.add ? hn::Add(start[j], hn::LoadU(d, t.add + i * t.add_ld + j * kLanes)) : start[j];
      hn::StoreU(hn::MulAdd(sign, sum[i][j], v), d, t.c + i * ldc + j * kLanes);
    }
  }
}

/// Asks for a row of C and of what is added.
HWY_INLINE void ask(const Tile& t, int64_t row) {
  constexpr int64_t kLine = 16;
  for (int i = 0; i < t.count; ++i) {
    const Target& to = t.targets[i];
    for (int64_t j = 0; j < kTileCols; j += kLine) {
      (Wanted(to.c) + (row * t.ldc + j)).ask_to_write();
      if (to.add && to.add != to.c) (Wanted(to.add) + (row * to.add_ld + j)).ask_in_l1();
    }
  }
}

/// kSign: of other_b; 0: there is none.
template <int kRows, int kSign, bool kStreamed>
HWY_NOINLINE void run_tile(const Tile& t) {
  const D d;
  V sum[kRows][kVectors];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kVectors; ++j) sum[i][j] = hn::Zero(d);
  }
  const float* a = t.a;
  const float* b = t.b;
  [[maybe_unused]] const int64_t other = t.other_b - t.b, b_panel = t.b_panel, ahead = t.ahead;
  // With each part of the depth one row is asked for: L1 can wait for few lines at a time.
  const int64_t part = divide_up(t.depth, kRows);
  int64_t left = t.depth;
  for (int64_t row = 0; left > 0; ++row) {
    int64_t steps = std::min(left, part);
    left -= steps;
    ask(t, row);
    for (; steps > 0; --steps, ++a, b += kPanel) {
      V y[kVectors];
#pragma GCC unroll 4
      for (int j = 0; j < kVectors; ++j) {
        const float* at = b + (j * kLanes / kPanel) * b_panel + j * kLanes % kPanel;
        y[j] = hn::LoadU(d, at);
        if (kStreamed && j * kLanes % kPanel == 0) (Wanted(at) + ahead).ask_in_l2();
        if (kSign > 0) y[j] = hn::Add(y[j], hn::LoadU(d, at + other));
        if (kSign < 0) y[j] = hn::Sub(y[j], hn::LoadU(d, at + other));
      }
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const V x = hn::Set(d, a[i * kTileLda]);
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) sum[i][j] = hn::MulAdd(x, y[j], sum[i][j]);
      }
    }
  }
  for (int i = 0; i < t.count; ++i) add_to<kRows>(t.targets[i], t.ldc, sum);
}

template <int kRows, int kSign>
HWY_INLINE void run_tile(const Tile& t) {
  // Products that read sums of two quarters have enough to wait for; the others read all of B.
  if constexpr (kSign <= 0) {
    if (t.ahead != 0) return run_tile<kRows, kSign, true>(t);
  }
  run_tile<kRows, kSign, false>(t);
}

template <int kSign>
HWY_INLINE void run_tile_of(int64_t rows, const Tile& t) {
  with_fixed<gemm::kMaxRows>(rows, [&](auto count) HWY_ATTR { run_tile<count, kSign>(t); });
}

/// A column of tiles of `rows` rows, as equal in height as can be; `sign` is that of other_b. Only the first one asks for B ahead.
HWY_INLINE void run_tiles(int64_t rows, int sign, Tile t) {
  int64_t row = 0;
  for (int64_t i = divide_up(rows, gemm::kMaxRows); i > 0; --i) {
    const int64_t height = divide_up(rows - row, i);
    if (sign == 0) run_tile_of<0>(height, t);
    if (sign > 0) run_tile_of<1>(height, t);
    if (sign < 0) run_tile_of<-1>(height, t);
    t.a += height * kTileLda;
    t.ahead = 0;
    for (int j = 0; j < t.count; ++j) {
      Target& to = t.targets[j];
      to.c += height * t.ldc;
      if (to.add) to.add += height * to.add_ld;
      to.rows -= height;
    }
    row += height;
  }
}

}  // namespace strassen
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
