// The register tile of every matrix product: C[rows x cols] (+)= A[rows x depth] B[depth x cols] with B in panels of 16 columns.

#if defined(GEARBOX_KERNELS_GEMM_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_GEMM_TILE_INL_H_
#undef GEARBOX_KERNELS_GEMM_TILE_INL_H_
#else
#define GEARBOX_KERNELS_GEMM_TILE_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hwy/highway.h"
#include "kernels/fixed_count-inl.h"
#include "kernels/gemm_blocking.h"
#include "kernels/partial-inl.h"
#include "kernels/transpose4-inl.h"
#include "kernels/wanted.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace gemm {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3
inline constexpr int kLanes = 16;
inline constexpr int kVectors = 2;
inline constexpr int kMaxRows = 12;
#elif HWY_TARGET <= HWY_AVX2
inline constexpr int kLanes = 8;
inline constexpr int kVectors = 2;
inline constexpr int kMaxRows = 6;
#else
inline constexpr int kLanes = 4;
inline constexpr int kVectors = 4;
inline constexpr int kMaxRows = 2;
#endif
using D = hn::CappedTag<float, kLanes>;
using V = hn::Vec<D>;

/// Columns of a full tile: one or two panels.
inline constexpr int kTileCols = kLanes * kVectors;

/// Tiles of few rows wait for B rather than compute. Where registers allow, they read more panels at once: memory serves streams side by
/// side faster than one after another.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kWideRows = 4;
inline constexpr int kWideVectors = 4;
#else
inline constexpr int kWideRows = 0;
inline constexpr int kWideVectors = kVectors;
#endif
inline constexpr int kWideCols = kLanes * kWideVectors;

/// Columns of the next tile of so many rows where `cols` of B, in whole panels, are left: kWideCols or kTileCols.
constexpr int64_t tile_columns(int64_t rows, int64_t cols) { return rows <= kWideRows && cols >= kWideCols ? kWideCols : kTileCols; }

/// One tile. A's rows lie kTileLda apart (see copy_rows); element (k, c) of B is b[k * b_row + (c / 16) * b_panel + c % 16].
struct Tile {
  const float* a;
  const float* b;
  int64_t b_row;
  int64_t b_panel;
  float* c;
  int64_t ldc;
  int64_t depth;
  int64_t cols;                ///< valid columns, at most what tile_columns() says; B is readable up to the next multiple of 16
  const float* add = nullptr;  ///< a matrix that is added; may be C. null: none
  int64_t add_ld = 0;
  float least = -std::numeric_limits<float>::infinity();  ///< what is below becomes this; NaN stays
  /// As many floats as the tile has columns, added to every row; null: zeros. To long sums they are added last, so that no product is
  /// rounded at their size.
  const float* start = nullptr;
  bool asks_for_c = false;  ///< C and what is added come from afar
  Wanted next{};            ///< `next_floats` floats that are wanted soon
  int64_t next_floats = 0;
  /// Where B comes from far memory: floats from a row to the one to ask for while it is used. 0: none.
  int64_t ahead = 0;
  /// The last `turn` rows ask `turn_ahead` floats further.
  int64_t turn = 0;
  int64_t turn_ahead = 0;
};

/// Tiles of so few rows wait for B alone. Processors ask ahead for it themselves, but not past the end of a page of memory: tiles ask for
/// the first rows of the next page, and for no others, as requests that come twice take time of the cache behind L2.
inline constexpr int kFewRows = 4;
inline constexpr int64_t kPageRows = 4096 / (kPanel * sizeof(float));
inline constexpr int64_t kAskedRows = 4;

/// Depth from which on sums leave time to add `start` last.
inline constexpr int64_t kLongSum = 64;

/// Few rows have too few accumulators to hide the latency of an FMA: they use several sets in turn.
constexpr int accumulator_sets(int rows, int vectors) { return rows * vectors >= 7 ? 1 : rows * vectors >= 3 ? 2 : 4; }

template <int kRows, int kVecs>
HWY_INLINE void store_tile(const Tile& t, const V (&sum)[kRows][kVecs]) {
  const D d;
  const V least = hn::Set(d, t.least);
  if (t.cols == kVecs * kLanes) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kVecs; ++j) {
        const V v = t.add ? hn::Add(sum[i][j], hn::LoadU(d, t.add + i * t.add_ld + j * kLanes)) : sum[i][j];
        hn::StoreU(hn::Max(least, v), d, t.c + i * t.ldc + j * kLanes);
      }
    }
    return;
  }
  HWY_ALIGN float rest[kRows][kVecs * kLanes];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kVecs; ++j) hn::Store(sum[i][j], d, rest[i] + j * kLanes);
  }
  for (int i = 0; i < kRows; ++i) {
    float* c = t.c + i * t.ldc;
    const float* add = t.add ? t.add + i * t.add_ld : nullptr;
    int64_t j = 0;
    for (; j + kLanes <= t.cols; j += kLanes) {
      const V v = hn::Load(d, rest[i] + j);
      hn::StoreU(hn::Max(least, add ? hn::Add(v, hn::LoadU(d, add + j)) : v), d, c + j);
    }
    const int64_t left = t.cols - j;
    if (left == 0) continue;
    const V v = hn::Load(d, rest[i] + j);
    store_first(d, hn::Max(least, add ? hn::Add(v, load_first(d, add + j, left)) : v), c + j, left);
  }
}

/// Asks for what a tile needs at its end and for what comes after it, with one row after the other while it computes: L1 can wait for few
/// lines at a time.
template <int kRows, int kVecs>
class Requests {
 public:
  explicit Requests(const Tile& t) : next_(t.next), step_(divide_up(t.next_floats, kRows)) {
    if (!t.asks_for_c) return;
    c_ = Wanted(t.c);
    if (t.add != t.c) add_ = Wanted(t.add);
  }
  bool empty() const { return !c_ && step_ == 0; }

  void ask(const Tile& t) {
    constexpr int64_t kLine = 16;
    if (c_) {
#pragma GCC unroll 4
      for (int64_t j = 0; j < kVecs * kLanes; j += kLine) {
        (c_ + j).ask_to_write();
        if (add_) (add_ + j).ask_in_l1();
      }
      c_ += t.ldc;
      if (add_) add_ += t.add_ld;
    }
    for (int64_t j = 0; j < step_; j += kLine) (next_ + j).ask_in_l2();
    next_ += step_;
  }

 private:
  Wanted c_, add_, next_;
  int64_t step_;
};

/// Row of B within its page of memory.
HWY_INLINE int64_t row_of_page(const float* b) {
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(b) / (kPanel * sizeof(float)) % kPageRows);
}

/// Asks for kSets rows of all panels.
template <int kSets, int kVecs>
HWY_INLINE void ask_for_rows(Wanted b, int64_t b_row, int64_t b_panel) {
#pragma GCC unroll 4
  for (int s = 0; s < kSets; ++s) {
#pragma GCC unroll 4
    for (int j = 0; j < kVecs * kLanes; j += kPanel) (b + s * b_row + j / kPanel * b_panel).ask_in_l2();
  }
}

/// As many steps of K as there are sets of sums.
template <int kSets, int kRows, int kVecs>
HWY_INLINE void add_products(const float* a, const float* b, int64_t b_row, int64_t b_panel, V (&sum)[kSets][kRows][kVecs]) {
  const D d;
#pragma GCC unroll 4
  for (int s = 0; s < kSets; ++s, b += b_row) {
    V y[kVecs];
#pragma GCC unroll 4
    for (int j = 0; j < kVecs; ++j) y[j] = hn::LoadU(d, b + (j * kLanes / kPanel) * b_panel + j * kLanes % kPanel);
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const V x = hn::Set(d, a[i * kTileLda + s]);
#pragma GCC unroll 4
      for (int j = 0; j < kVecs; ++j) sum[s][i][j] = hn::MulAdd(x, y[j], sum[s][i][j]);
    }
  }
}

template <int kRows, int kVecs, bool kStreamed>
HWY_NOINLINE void run_tile(const Tile& t) {
  constexpr int kSets = accumulator_sets(kRows, kVecs);
  const D d;
  V sum[kSets][kRows][kVecs];
  const bool starts_last = t.start && t.depth >= kLongSum;
#pragma GCC unroll 4
  for (int s = 0; s < kSets; ++s) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kVecs; ++j) sum[s][i][j] = s == 0 && t.start && !starts_last ? hn::LoadU(d, t.start + j * kLanes) : hn::Zero(d);
    }
  }
  const float* a = t.a;
  const float* b = t.b;
  const int64_t b_row = t.b_row;
  const int64_t b_panel = t.b_panel;
  Requests<kRows, kVecs> requests(t);
  // Enough steps of K for a row's requests, or all.
  const int64_t part = requests.empty() ? t.depth : std::max<int64_t>(kSets, t.depth / kRows / kSets * kSets);
  int64_t k = t.depth;
  int rows_left = requests.empty() ? 0 : kRows;
  while (k >= kSets) {
    int64_t steps = k;
    if (rows_left > 0) {
      requests.ask(t);
      if (--rows_left > 0) steps = std::min(k, part);
    }
    int64_t ahead = 0;
    bool asks = false;
    if constexpr (kStreamed) {
      ahead = k > t.turn ? t.ahead : t.ahead + t.turn_ahead;
      asks = true;
      if (k > t.turn) steps = std::min(steps, std::max<int64_t>(kSets, k - t.turn));
      if constexpr (kRows <= kFewRows) {
        const int64_t row = row_of_page(b);
        asks = row < kAskedRows;
        steps = std::min(steps, std::max<int64_t>(kSets, (asks ? kAskedRows : kPageRows) - row));
      }
    }
    k -= steps;
    for (; steps >= kSets; steps -= kSets, a += kSets, b += kSets * b_row) {
      if (kStreamed && asks) ask_for_rows<kSets, kVecs>(Wanted(b) + ahead, b_row, b_panel);
      add_products(a, b, b_row, b_panel, sum);
    }
    k += steps;
  }
  if constexpr (kSets > 1) {
    for (; k > 0; --k, ++a, b += b_row) {
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const V x = hn::Set(d, a[i * kTileLda]);
#pragma GCC unroll 4
        for (int j = 0; j < kVecs; ++j) {
          sum[0][i][j] = hn::MulAdd(x, hn::LoadU(d, b + (j * kLanes / kPanel) * b_panel + j * kLanes % kPanel), sum[0][i][j]);
        }
      }
    }
#pragma GCC unroll 4
    for (int s = 1; s < kSets; ++s) {
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
        for (int j = 0; j < kVecs; ++j) sum[0][i][j] = hn::Add(sum[0][i][j], sum[s][i][j]);
      }
    }
  }
  if (starts_last) {
#pragma GCC unroll 4
    for (int j = 0; j < kVecs; ++j) {
      const V start = hn::LoadU(d, t.start + j * kLanes);
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) sum[0][i][j] = hn::Add(sum[0][i][j], start);
    }
  }
  store_tile<kRows, kVecs>(t, sum[0]);
}

template <int kRows, int kVecs>
HWY_INLINE void run_tile(const Tile& t) {
  if (t.ahead != 0) return run_tile<kRows, kVecs, true>(t);
  run_tile<kRows, kVecs, false>(t);
}

template <int kMostRows, int kVecs>
HWY_INLINE void run_tile_of(int64_t rows, const Tile& t) {
  with_fixed<kMostRows>(rows, [&](auto count) HWY_ATTR { run_tile<count, kVecs>(t); });
}

/// Runs a tile of 1 to kMaxRows rows.
HWY_INLINE void run_tile(int64_t rows, const Tile& t) {
  if (kWideRows > 0 && t.cols > kTileCols) return run_tile_of<kWideRows, kWideVectors>(rows, t);
  if (t.cols > kPanel || kTileCols == kPanel) return run_tile_of<kMaxRows, kVectors>(rows, t);
  run_tile_of<kMaxRows, HWY_MAX(1, kPanel / kLanes)>(rows, t);
}

/// Runs a column of tiles over `rows` rows, as equal in height as can be (8 = 4 + 4, 13 = 5 + 4 + 4). Calls before(tile) ahead of each
/// tile, for what it shall ask for, and after(first row, rows) behind it. Only the last one asks for B ahead.
template <class Before, class After>
HWY_INLINE void run_tiles(int64_t rows, Tile t, const Before& before, const After& after) {
  const int64_t tiles = divide_up(rows, kMaxRows), ahead = t.ahead;
  int64_t row = 0;
  for (int64_t i = tiles; i > 0; --i) {
    const int64_t height = divide_up(rows - row, i);
    t.ahead = i == 1 ? ahead : 0;
    before(t);
    run_tile(height, t);
    after(row, height);
    t.a += height * kTileLda;
    t.c += height * t.ldc;
    if (t.add) t.add += height * t.add_ld;
    row += height;
  }
}

template <class After>
HWY_INLINE void run_tiles(int64_t rows, const Tile& t, const After& after) {
  run_tiles(rows, t, [](Tile&) {}, after);
}

HWY_INLINE void run_tiles(int64_t rows, const Tile& t) {
  run_tiles(rows, t, [](Tile&) {}, [](int64_t, int64_t) {});
}

/// Copies rows x depth floats of a strided matrix to rows kTileLda apart: kernels then address rows by constants, and rows a power of two
/// apart do not evict each other. depth <= kDepthBlock.
HWY_INLINE void copy_rows(const float* from, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t depth, float* to) {
  if (depth == 0) return;
  if (col_stride == 1) {
    for (int64_t i = 0; i < rows; ++i) std::memcpy(to + i * kTileLda, from + i * row_stride, static_cast<size_t>(depth) * sizeof(float));
    return;
  }
  int64_t done = 0;  // columns that whole tiles cover
  if (row_stride == 1) {
    for (; done + 8 <= depth; done += 8) {
      int64_t i = 0;
      for (; i + 4 <= rows; i += 4) tiles::transpose_8x4(from + i + done * col_stride, col_stride, to + i * kTileLda + done, kTileLda);
      for (int64_t k = done; k < done + 8; ++k) {
        for (int64_t r = i; r < rows; ++r) to[r * kTileLda + k] = from[r + k * col_stride];
      }
    }
  }
  for (int64_t k = done; k < depth; ++k) {
    for (int64_t i = 0; i < rows; ++i) to[i * kTileLda + k] = from[i * row_stride + k * col_stride];
  }
}

}  // namespace gemm
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
