#include <algorithm>
#include <array>

#include "kernels/gemm.h"
#include "kernels/gemm_block.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/gemm_steps-inl.h"
#include "kernels/gemm_tile-inl.h"
#include "kernels/strassen-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

/// Has a column of tiles ask for the rows of B that come next: those of a block that lies `jump` floats behind the tile's.
void ask_ahead(gemm::Tile& t, int64_t rows, int64_t jump) {
  if (rows > gemm::kMaxRows) {
    // The block was asked for already: the same row of the next one.
    t.ahead = jump;
    return;
  }
  t.ahead = gemm::kPageRows * kPanel;
  t.turn_ahead = jump - t.depth * kPanel;
  t.turn = t.turn_ahead != 0 ? gemm::kPageRows : 0;
}

/// Rows of A that a block copies after its own, which it asks for meanwhile: one with each of its last tiles.
class RowsAhead {
 public:
  RowsAhead(Wanted from, int64_t row_stride, int64_t rows, int64_t floats, int64_t tiles)
      : from_(from), row_stride_(row_stride), rows_(rows), floats_(floats), wait_(std::max<int64_t>(0, tiles - rows)) {}

  void ask(gemm::Tile& t) {
    t.next_floats = 0;
    if (--wait_ >= 0 || rows_ <= 0) return;
    t.next = from_;
    t.next_floats = floats_;
    from_ += row_stride_;
    --rows_;
  }

 private:
  Wanted from_;
  int64_t row_stride_;
  int64_t rows_;
  int64_t floats_;
  int64_t wait_;  ///< tiles without a row
};

/// Computes a block of C; `scratch` holds kScratchRows x kTileLda floats. As many depth blocks as fit into the scratch run innermost: a
/// panel of B streams through once, and C is added to while it is near. Returns what the scratch holds then.
Copied multiply_block(const GemmArgs& g, const GemmBlock& at, float* scratch) {
  const int64_t row = at.row, rows = at.rows, panel = at.panel, panel_end = at.panel_end;
  const auto tile_panels = [&](int64_t left) { return gemm::tile_columns(rows, left * kPanel) / kPanel; };
  // One row needs no copy, so its sums can run over all of K.
  const bool in_place = rows == 1 && g.a_col_stride == 1;
  const int64_t depth = in_place ? g.k : balanced_depth(g.k);
  const int64_t blocks = std::max<int64_t>(1, divide_up(g.k, std::max<int64_t>(1, depth)));
  const int64_t group = std::min(blocks, kScratchRows / rows);
  const TileSteps own(g.epilogue, true);
  HWY_ALIGN float start[gemm::kWideCols];
  for (int64_t first = 0; first < blocks; first += group) {
    const int64_t last = std::min(blocks, first + group);
    for (int64_t i = first; i < last && !in_place && at.copied != Copied::kRows; ++i) {
      gemm::copy_rows(g.a + row * g.a_row_stride + i * depth * g.a_col_stride, g.a_row_stride, g.a_col_stride, rows,
                      std::min(depth, g.k - i * depth), scratch + (i - first) * rows * kTileLda);
    }
    const bool here = last < blocks;
    const int64_t next_k = here ? last * depth : 0;
    const int64_t next_rows = here ? rows : at.next_rows;
    RowsAhead next(Wanted(g.a) + ((here ? row : at.next_row) * g.a_row_stride + next_k), g.a_row_stride,
                   g.a_col_stride == 1 ? next_rows : 0, std::min(group * depth, g.k - next_k),
                   divide_up(panel_end - panel, tile_panels(panel_end - panel)) * divide_up(rows, gemm::kMaxRows) * (last - first));
    int64_t panels = 0;
    for (int64_t p = panel; p < panel_end; p += panels) {
      panels = tile_panels(panel_end - p);
      const int64_t col = p * kPanel;
      gemm::Tile t{};
      t.b_row = kPanel;
      t.b_panel = g.k * kPanel;
      t.c = g.c + row * g.ldc + col;
      t.ldc = g.ldc;
      t.cols = std::min({panels * kPanel, (panel_end - p) * kPanel, g.n - col});
      for (int64_t i = first; i < last; ++i) {
        t.a = in_place ? g.a + row * g.a_row_stride : scratch + (i - first) * rows * kTileLda;
        t.b = g.packed_b + (p * g.k + i * depth) * kPanel;
        t.depth = std::min(depth, g.k - i * depth);
        t.start = i == 0 ? own.start(col, t.cols, start) : nullptr;
        const auto [from, ld] = own.added(row, col, g.ldc);
        t.add = i > 0 ? t.c : from;
        t.add_ld = i > 0 ? g.ldc : ld;
        if (own.relu && i + 1 == blocks) t.least = 0;
        t.asks_for_c = i == first && rows > gemm::kMaxRows;  // fewer rows of C are near
        if (g.streams_b) {
          const bool turns = i + 1 == last && last < blocks && p + panels >= panel_end;  // to the first panel's next blocks
          const int64_t next_p = i + 1 < last ? p : turns ? panel : p + panels;
          const int64_t next_i = i + 1 < last ? i + 1 : turns ? last : first;
          ask_ahead(t, rows, ((next_p - p) * g.k + (next_i - i) * depth) * kPanel);
        }
        const bool finished = i + 1 == blocks && !own.rest.empty();
        gemm::run_tiles(
            rows, t, [&](gemm::Tile& tile) { next.ask(tile); },
            [&](int64_t r, int64_t height) {
              if (!finished) return;
              const int64_t offset = (row + r) * g.ldc + col;
              apply_epilogue(gemm::D(), own.rest,
                             {.data = g.c + offset,
                              .ld = g.ldc,
                              .rows = height,
                              .cols = t.cols,
                              .channel = col,
                              .row = row + r,
                              .output_offset = offset,
                              .output_ld = g.ldc});
            });
      }
    }
  }
  return group == blocks && !in_place ? Copied::kRows : Copied::kNothing;
}

/// A block by fewer multiplications where that may be and pays. Returns what the scratch holds of its rows then.
Copied gemm_block(const GemmArgs& g, const GemmBlock& at, float* scratch) {
  const int64_t panels = at.copied == Copied::kRows ? 0 : strassen::panels_of(g, at);
  if (panels == 0) return multiply_block(g, at, scratch);
  if (at.copied != Copied::kSums && !strassen::rows_are_alike(g, at.row, at.rows)) return multiply_block(g, at, scratch);
  strassen::run_block(g, at, panels, scratch);
  if (at.panel + panels == at.panel_end) return strassen_groups(g.k) == 1 ? Copied::kSums : Copied::kNothing;
  GemmBlock rest = at;
  rest.panel += panels;
  return multiply_block(g, rest, scratch);
}

bool takes_strassen(const GemmArgs& g, const GemmBlock& at) { return strassen::panels_of(g, at) > 0; }

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(gemm_block);
HWY_EXPORT(takes_strassen);

namespace gemm_driver {

constexpr int64_t kBlockFloats = kScratchRows * kTileLda;
/// Multiply-adds below which a second thread costs more than it saves.
constexpr int64_t kSerialWork = 100'000;
/// Pieces for each thread, as many as the pool hands out.
constexpr int64_t kPieces = 4;
/// Fewest rows of a thread, so that reading B costs little beside the work, and of a piece that holds all columns.
constexpr int64_t kRowsOfThread = 32;
constexpr int64_t kRowsOfPiece = 32;

/// How C is cut into tasks: row blocks times column blocks.
struct Grid {
  int64_t rows;    ///< of a row block
  int64_t panels;  ///< of a column block, even but for the last
};

/// Panels that column blocks are whole multiples of: a tile, or the two that Strassen's algorithm takes together.
int64_t panels_together(const GemmArgs& g) { return may_use_strassen(g) ? 4 : 2; }

/// Most rows of a block. Two depth blocks share the scratch; more would not all fit, so that each has it to itself and B, which is then
/// large, is read less often.
int64_t most_rows(const GemmArgs& g) {
  if (may_use_strassen(g)) return kStrassenRows;
  return g.k > kDepthBlock && g.k <= 2 * kDepthBlock ? kScratchRows / 2 : kScratchRows;
}

/// Whether the scratch holds so many rows of A, whole.
bool fits(const GemmArgs& g, int64_t rows) { return divide_up(g.k, kDepthBlock) * rows <= kScratchRows; }

/// Rows of each of so many row blocks. Strassen's algorithm halves them.
int64_t rows_of_block(const GemmArgs& g, int64_t row_blocks) {
  const int64_t rows = divide_up(g.m, row_blocks);
  return may_use_strassen(g) ? round_up(rows, 2) : rows;
}

/// Threads copy rows of A before they use them. So each has row blocks of its own where there are rows enough: either one that it keeps
/// for all columns, or several that have all columns.
Grid choose_grid(const GemmArgs& g, int threads) {
  int64_t row_blocks = divide_up(g.m, most_rows(g));
  const int64_t panels = divide_up(g.n, kPanel);
  Grid grid{rows_of_block(g, row_blocks), round_up(panels, panels_together(g))};
  const int64_t work = g.m * g.n * std::max<int64_t>(1, g.k);
  if (threads == 1 || work < kSerialWork) return grid;
  const int64_t wanted = kPieces * threads;
  if (row_blocks > 1 || g.m >= kRowsOfThread * threads) row_blocks = round_up(row_blocks, threads * divide_up(row_blocks, wanted));
  const bool keeps = row_blocks <= threads && fits(g, divide_up(g.m, row_blocks));
  const int64_t piece = may_use_strassen(g) ? kStrassenRows - kRowsOfPiece / 2 : kRowsOfPiece;
  if (!keeps && g.m >= piece * wanted) row_blocks = std::max(row_blocks, wanted);
  grid.rows = rows_of_block(g, row_blocks);
  if (row_blocks < wanted) {
    // Sums of A that do not all fit are made anew for each column block.
    const bool again = may_use_strassen(g) && strassen_groups(g.k) > 1;
    const int64_t column_blocks = divide_up(again ? threads : wanted, row_blocks);
    grid.panels = round_up(divide_up(panels, column_blocks), panels_together(g));
  }
  return grid;
}

/// Whether each copy of A's sums is used for enough columns to pay, however threads share them.
bool has_columns_for_sums(const GemmArgs& g, int threads) {
  constexpr int64_t kFewest = 256;
  const int64_t sharers = g.m >= kRowsOfThread * threads ? 1 : divide_up(threads, divide_up(g.m, kStrassenRows));
  return g.n >= kFewest * sharers;
}

/// The product as these threads compute it.
GemmArgs shared_out(GemmArgs g, int threads) {
  g.mixes_rows = may_use_strassen(g) && has_columns_for_sums(g, threads);
  return g;
}

/// What each thread's scratch holds.
class Kept {
 public:
  Copied of(int thread, int64_t row) const {
    return thread < kThreads && held_[static_cast<size_t>(thread)].row == row ? held_[static_cast<size_t>(thread)].copied
                                                                              : Copied::kNothing;
  }
  void set(int thread, int64_t row, Copied copied) {
    if (thread < kThreads) held_[static_cast<size_t>(thread)] = {row, copied};
  }

 private:
  struct Held {
    int64_t row = 0;
    Copied copied = Copied::kNothing;
  };
  static constexpr int kThreads = 64;
  std::array<Held, kThreads> held_;
};

}  // namespace gemm_driver

int64_t gemm_scratch_bytes(int threads) { return threads * gemm_driver::kBlockFloats * static_cast<int64_t>(sizeof(float)); }

bool gemm_takes_strassen(const GemmArgs& args, int threads) {
  if (args.m <= 0 || args.n <= 0) return false;
  const GemmArgs g = gemm_driver::shared_out(args, threads);
  const gemm_driver::Grid grid = gemm_driver::choose_grid(g, threads);
  return HWY_DYNAMIC_DISPATCH(takes_strassen)(
      g, {.rows = std::min(grid.rows, g.m), .panel_end = std::min(divide_up(g.n, kPanel), grid.panels)});
}

void gemm_packed(const GemmArgs& given, ThreadPool& pool, void* scratch) {
  if (given.m <= 0 || given.n <= 0) return;
  const int threads = pool.threads();
  const GemmArgs g = gemm_driver::shared_out(given, threads);
  const gemm_driver::Grid grid = gemm_driver::choose_grid(g, threads);
  const int64_t panels = divide_up(g.n, kPanel);
  // Row block by row block, so that a thread's share is of few of them.
  const int64_t row_blocks = divide_up(g.m, grid.rows), column_blocks = divide_up(panels, grid.panels);
  const int64_t tasks = row_blocks * column_blocks;
  const bool serial = g.m * g.n * std::max<int64_t>(1, g.k) < gemm_driver::kSerialWork;
  gemm_driver::Kept kept;
  const auto block = HWY_DYNAMIC_DISPATCH(gemm_block);
  pool.parallel_for(tasks, serial ? tasks : 1, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) {
      GemmBlock at{.row = i / column_blocks * grid.rows, .panel = i % column_blocks * grid.panels};
      at.rows = std::min(grid.rows, g.m - at.row);
      at.panel_end = std::min(panels, at.panel + grid.panels);
      at.copied = kept.of(thread, at.row);
      if (row_blocks > threads && i % column_blocks + 1 == column_blocks) {
        at.next_row = at.row + grid.rows;
        at.next_rows = std::clamp<int64_t>(g.m - at.next_row, 0, grid.rows);
      }
      kept.set(thread, at.row, block(g, at, static_cast<float*>(scratch) + thread * gemm_driver::kBlockFloats));
    }
  });
}

void gemm_packed_alone(const GemmArgs& g, void* scratch) {
  if (g.m <= 0 || g.n <= 0) return;
  const int64_t rows = gemm_driver::choose_grid(g, 1).rows;
  for (int64_t row = 0; row < g.m; row += rows) {
    GemmBlock at{.row = row, .rows = std::min(rows, g.m - row), .panel_end = divide_up(g.n, kPanel), .next_row = row + rows};
    at.next_rows = std::clamp<int64_t>(g.m - at.next_row, 0, rows);
    HWY_DYNAMIC_DISPATCH(gemm_block)(g, at, static_cast<float*>(scratch));
  }
}

}  // namespace gearbox::kernels
#endif
