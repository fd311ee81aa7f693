// One level of Strassen's algorithm on blocks of rows and columns: seven products of quarters instead of eight (V. Strassen, Gaussian
// elimination is not optimal, 1969). Nothing but the sums of A's quarters is stored, as in J. Huang, T. Smith, G. Henry, R. van de Geijn,
// Strassen's algorithm reloaded, 2016. Quarters are every other tile of columns, so that what they read and write lies close together.

#if defined(GEARBOX_KERNELS_STRASSEN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_STRASSEN_INL_H_
#undef GEARBOX_KERNELS_STRASSEN_INL_H_
#else
#define GEARBOX_KERNELS_STRASSEN_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/gemm.h"
#include "kernels/gemm_block.h"
#include "kernels/gemm_steps-inl.h"
#include "kernels/strassen_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace strassen {

/// A quarter of a matrix, by halves, in a sum.
struct Term {
  int row = 0;
  int col = 0;
  int sign = 0;  ///< 0: no term
};

/// (sum of A's quarters) (sum of B's), added to C's.
struct Product {
  Term a[2];
  Term b[2];
  Term c[2];
};

inline constexpr Product kProduct[kStrassenProducts] = {
    {{{0, 0, 1}, {1, 1, 1}}, {{0, 0, 1}, {1, 1, 1}}, {{0, 0, 1}, {1, 1, 1}}},
    {{{1, 0, 1}, {1, 1, 1}}, {{0, 0, 1}, {}}, {{1, 0, 1}, {1, 1, -1}}},
    {{{0, 0, 1}, {}}, {{0, 1, 1}, {1, 1, -1}}, {{0, 1, 1}, {1, 1, 1}}},
    {{{1, 1, 1}, {}}, {{1, 0, 1}, {0, 0, -1}}, {{0, 0, 1}, {1, 0, 1}}},
    {{{0, 0, 1}, {0, 1, 1}}, {{1, 1, 1}, {}}, {{0, 0, -1}, {0, 1, 1}}},
    {{{1, 0, 1}, {0, 0, -1}}, {{0, 0, 1}, {0, 1, 1}}, {{1, 1, 1}, {}}},
    {{{0, 1, 1}, {1, 1, -1}}, {{1, 0, 1}, {1, 1, 1}}, {{0, 0, 1}, {}}},
};

/// Columns that are computed at once.
inline constexpr int64_t kTurn = 2 * kTileCols;
inline constexpr int64_t kTurnPanels = kTurn / kPanel;

/// Depth of a quarter from which on the sums pay: with fewer registers tiles are smaller and wait for what they load; 0: they never do.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int64_t kLeastQuarter = 96;
#elif HWY_TARGET <= HWY_AVX2
inline constexpr int64_t kLeastQuarter = 256;
#else
inline constexpr int64_t kLeastQuarter = 0;
#endif

/// Panels of a block, from the first on, that are computed so.
inline int64_t panels_of(const GemmArgs& g, const GemmBlock& at) {
  if (!may_use_strassen(g) || at.rows < kStrassenFewestRows || at.rows > kStrassenRows) return 0;
  if (kLeastQuarter == 0 || g.k / (2 * strassen_groups(g.k)) < kLeastQuarter) return 0;
  return std::min(g.n - at.panel * kPanel, (at.panel_end - at.panel) * kPanel) / kTurn * kTurnPanels;
}

/// The greatest magnitude among `count` floats, as the bits of a float: infinities and NaN are above all numbers.
HWY_INLINE uint32_t peak_bits(const float* x, int64_t count) {
  const hn::ScalableTag<uint32_t> d;
  const hn::RebindToFloat<decltype(d)> df;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto magnitude = hn::Set(d, 0x7fffffff);
  auto peak = hn::Zero(d), other = hn::Zero(d);
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    peak = hn::Max(peak, hn::And(magnitude, hn::BitCast(d, hn::LoadU(df, x + i))));
    other = hn::Max(other, hn::And(magnitude, hn::BitCast(d, hn::LoadU(df, x + i + lanes))));
  }
  uint32_t most = hn::GetLane(hn::MaxOfLanes(d, hn::Max(peak, other)));
  for (; i < count; ++i) most = std::max(most, std::bit_cast<uint32_t>(x[i]) & 0x7fffffff);
  return most;
}

/// Whether the rows that are added to each other are alike in magnitude, so that none has the rounding of a much larger one.
HWY_INLINE bool rows_are_alike(const GemmArgs& g, int64_t row, int64_t rows) {
  const int64_t half = divide_up(rows, 2);
  for (int64_t i = 0; i < rows - half; ++i) {
    const float* x = g.a + (row + i) * g.a_row_stride;
    if (!may_mix(std::bit_cast<float>(peak_bits(x, g.k)), std::bit_cast<float>(peak_bits(x + half * g.a_row_stride, g.k)))) {
      return false;
    }
  }
  return true;
}

/// rows x depth floats of x, with sign * y added where sign is not 0; rows that x or y has not are zeros.
HWY_INLINE void copy_sum(const float* x, int64_t x_rows, const float* y, int64_t y_rows, int sign, int64_t ld, int64_t rows, int64_t depth,
                         float* to) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto factor = hn::Set(d, static_cast<float>(sign));
  for (int64_t i = 0; i < rows; ++i, to += kTileLda) {
    const bool has_x = i < x_rows, has_y = sign != 0 && i < y_rows;
    const float* u = x + i * ld;
    if (has_x && has_y) {
      const float* v = y + i * ld;
      int64_t k = 0;
      for (; k + lanes <= depth; k += lanes) hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, v + k), hn::LoadU(d, u + k)), d, to + k);
      for (; k < depth; ++k) to[k] = u[k] + static_cast<float>(sign) * v[k];
    } else if (has_x) {
      std::copy_n(u, depth, to);
    } else {
      for (int64_t k = 0; k < depth; ++k) to[k] = has_y ? static_cast<float>(sign) * y[i * ld + k] : 0.0f;
    }
  }
}

/// The sums of A's quarters for all products, of one depth group.
HWY_INLINE void copy_sums(const GemmArgs& g, const GemmBlock& at, int64_t group, int64_t depth, float* scratch) {
  const int64_t half = divide_up(at.rows, 2);
  const int64_t half_rows[2] = {half, at.rows - half};
  const auto quarter = [&](Term t) { return g.a + (at.row + t.row * half) * g.a_row_stride + (2 * group + t.col) * depth; };
  for (int i = 0; i < kStrassenProducts; ++i) {
    const Term x = kProduct[i].a[0], y = kProduct[i].a[1];
    copy_sum(quarter(x), half_rows[x.row], quarter(y), half_rows[y.row], y.sign, g.a_row_stride, half, depth,
             scratch + i * half * kTileLda);
  }
}

/// One turn of columns of a depth group, all products.
HWY_INLINE void run_turn(const GemmArgs& g, const GemmBlock& at, int64_t group, int64_t depth, int64_t col, const TileSteps& own,
                         const float* scratch) {
  const int64_t half = divide_up(at.rows, 2);
  const int64_t half_rows[2] = {half, at.rows - half};
  HWY_ALIGN float start[2][gemm::kWideCols];
  const float* starts[2] = {own.start(col, kTileCols, start[0]), own.start(col + kTileCols, kTileCols, start[1])};
  const auto b_at = [&](Term t) { return g.packed_b + (col + t.col * kTileCols) * g.k + (2 * group + t.row) * depth * kPanel; };
  bool begun[2][2] = {{group > 0, group > 0}, {group > 0, group > 0}};
  for (int i = 0; i < kStrassenProducts; ++i) {
    const Product& product = kProduct[i];
    Tile t{};
    t.a = scratch + i * half * kTileLda;
    t.b = b_at(product.b[0]);
    t.other_b = b_at(product.b[1]);
    t.b_panel = g.k * kPanel;
    t.depth = depth;
    t.ldc = g.ldc;
    if (g.streams_b) t.ahead = kTurn * g.k;
    for (const Term& term : product.c) {
      if (term.sign == 0) continue;
      const int64_t row = at.row + term.row * half, c_col = col + term.col * kTileCols;
      float* c = g.c + row * g.ldc + c_col;
      Target& to = t.targets[t.count++];
      to = {.c = c, .add = c, .add_ld = g.ldc, .start = nullptr, .rows = half_rows[term.row], .sign = term.sign};
      bool& has_begun = begun[term.row][term.col];
      if (!has_begun) {
        const auto [from, ld] = own.added(row, c_col, g.ldc);
        to.add = from;
        to.add_ld = ld;
        to.start = starts[term.col];
      }
      has_begun = true;
    }
    run_tiles(half, product.b[1].sign, t);
  }
}

/// Computes the first `panels` panels of a block of at most kStrassenRows rows. `scratch` holds kScratchRows x kTileLda floats.
HWY_NOINLINE void run_block(const GemmArgs& g, const GemmBlock& at, int64_t panels, float* scratch) {
  const int64_t groups = strassen_groups(g.k), depth = g.k / (2 * groups);
  const TileSteps own(g.epilogue, false);
  for (int64_t group = 0; group < groups; ++group) {
    if (at.copied != Copied::kSums) copy_sums(g, at, group, depth, scratch);
    for (int64_t p = at.panel; p < at.panel + panels; p += kTurnPanels) {
      const int64_t col = p * kPanel;
      run_turn(g, at, group, depth, col, own, scratch);
      if (group + 1 < groups || own.rest.empty()) continue;
      const int64_t offset = at.row * g.ldc + col;
      apply_epilogue(D(), own.rest,
                     {.data = g.c + offset,
                      .ld = g.ldc,
                      .rows = at.rows,
                      .cols = kTurn,
                      .channel = col,
                      .row = at.row,
                      .output_offset = offset,
                      .output_ld = g.ldc});
    }
  }
}

}  // namespace strassen
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
