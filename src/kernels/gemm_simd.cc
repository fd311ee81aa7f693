#include <algorithm>

#include "kernels/gemm.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/gemm_tile-inl.h"

#ifndef GEARBOX_KERNELS_GEMM_SCRATCH_ROWS_
#define GEARBOX_KERNELS_GEMM_SCRATCH_ROWS_
namespace gearbox::kernels {

/// Rows of A, of one depth block or of several, in a thread's scratch: with kTileLda floats each they take a third of a 1 MiB L2.
inline constexpr int64_t kScratchRows = 2 * kRowBlock;

}  // namespace gearbox::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

/// Has a column of tiles ask for the rows of B that come next. `left` floats of the panel begin with the tile's block, which may be its
/// last.
void ask_ahead(gemm::Tile& t, int64_t rows, int64_t left, bool last) {
  constexpr int64_t kRowsAhead = 64;
  if (rows > gemm::kMaxRows) {
    // The block was asked for already: the same row of the next one.
    t.ahead = last ? left + t.b_panel * (gemm::kTileCols / kPanel - 1) : t.depth * kPanel;
    return;
  }
  t.ahead = kRowsAhead * kPanel;
  t.turn = last ? kRowsAhead : 0;
  t.turn_ahead = last ? t.b_panel * (gemm::kTileCols / kPanel - 1) : 0;
}

/// Computes rows [row, row + rows) and panels [panel, panel_end) of C. rows <= kScratchRows; `scratch` holds kScratchRows x kTileLda
/// floats. As many depth blocks as fit into the scratch run innermost: a panel of B streams through once, and C is added to while it is
/// near.
void gemm_block(const GemmArgs& g, int64_t row, int64_t rows, int64_t panel, int64_t panel_end, float* scratch) {
  const int64_t depth = balanced_depth(g.k);
  const int64_t blocks = std::max<int64_t>(1, divide_up(g.k, std::max<int64_t>(1, depth)));
  const int64_t group = std::min(blocks, kScratchRows / rows);
  for (int64_t first = 0; first < blocks; first += group) {
    const int64_t last = std::min(blocks, first + group);
    for (int64_t i = first; i < last; ++i) {
      gemm::copy_rows(g.a + row * g.a_row_stride + i * depth * g.a_col_stride, g.a_row_stride, g.a_col_stride, rows,
                      std::min(depth, g.k - i * depth), scratch + (i - first) * rows * kTileLda);
    }
    for (int64_t p = panel; p < panel_end; p += gemm::kTileCols / kPanel) {
      const int64_t col = p * kPanel;
      gemm::Tile t{};
      t.b_row = kPanel;
      t.b_panel = g.k * kPanel;
      t.c = g.c + row * g.ldc + col;
      t.ldc = g.ldc;
      t.cols = std::min<int64_t>({gemm::kTileCols, (panel_end - p) * kPanel, g.n - col});
      for (int64_t i = first; i < last; ++i) {
        t.a = scratch + (i - first) * rows * kTileLda;
        t.b = g.packed_b + (p * g.k + i * depth) * kPanel;
        t.depth = std::min(depth, g.k - i * depth);
        t.accumulate = i > 0;
        if (g.streams_b) ask_ahead(t, rows, t.b_panel - i * depth * kPanel, i + 1 == blocks);
        const bool finished = i + 1 == blocks && !g.epilogue.empty();
        gemm::run_tiles(rows, t, [&](int64_t r, int64_t height) {
          if (!finished) return;
          const int64_t offset = (row + r) * g.ldc + col;
          apply_epilogue(gemm::D(), g.epilogue,
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
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(gemm_block);

namespace gemm_driver {

constexpr int64_t kBlockFloats = kScratchRows * kTileLda;
/// Multiply-adds below which a second thread costs more than it saves.
constexpr int64_t kSerialWork = 100'000;

/// How C is cut into tasks: row blocks times column blocks.
struct Grid {
  int64_t rows;    ///< of a row block
  int64_t panels;  ///< of a column block, even but for the last
};

/// Most rows of a block. Two depth blocks share the scratch; more would not all fit, so that each has it to itself and B, which is then
/// large, is read less often.
int64_t most_rows(const GemmArgs& g) { return g.k > kDepthBlock && g.k <= 2 * kDepthBlock ? kScratchRows / 2 : kScratchRows; }

Grid choose_grid(const GemmArgs& g, int threads) {
  int64_t row_blocks = divide_up(g.m, most_rows(g));
  const int64_t panels = divide_up(g.n, kPanel);
  Grid grid{divide_up(g.m, row_blocks), round_up(panels, 2)};
  const int64_t work = g.m * g.n * std::max<int64_t>(1, g.k);
  if (threads == 1 || work < kSerialWork) return grid;
  const int64_t wanted = 4 * threads;
  if (row_blocks > 1) {
    // The pool hands out `wanted` pieces at most: as many tasks in each, as many pieces for each thread.
    row_blocks = round_up(row_blocks, threads * divide_up(row_blocks, wanted));
    grid.rows = divide_up(g.m, row_blocks);
  }
  if (row_blocks < wanted) {
    const int64_t column_blocks = divide_up(wanted, row_blocks);
    grid.panels = std::max<int64_t>(2, round_up(divide_up(panels, column_blocks), 2));
  }
  return grid;
}

}  // namespace gemm_driver

int64_t gemm_scratch_bytes(int threads) { return threads * gemm_driver::kBlockFloats * static_cast<int64_t>(sizeof(float)); }

void gemm_packed(const GemmArgs& g, ThreadPool& pool, void* scratch) {
  if (g.m <= 0 || g.n <= 0) return;
  const gemm_driver::Grid grid = gemm_driver::choose_grid(g, pool.threads());
  const int64_t panels = divide_up(g.n, kPanel);
  const int64_t row_blocks = divide_up(g.m, grid.rows);
  const int64_t column_blocks = divide_up(panels, grid.panels);
  const auto block = HWY_DYNAMIC_DISPATCH(gemm_block);
  const auto task = [&](int64_t index, int thread) {
    const int64_t row = index / column_blocks * grid.rows;
    const int64_t panel = index % column_blocks * grid.panels;
    block(g, row, std::min(grid.rows, g.m - row), panel, std::min(panels, panel + grid.panels),
          static_cast<float*>(scratch) + thread * gemm_driver::kBlockFloats);
  };
  const int64_t tasks = row_blocks * column_blocks;
  const bool serial = g.m * g.n * std::max<int64_t>(1, g.k) < gemm_driver::kSerialWork;
  pool.parallel_for(tasks, serial ? tasks : 1, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) task(i, thread);
  });
}

void gemm_packed_alone(const GemmArgs& g, void* scratch) {
  if (g.m <= 0 || g.n <= 0) return;
  const int64_t rows = gemm_driver::choose_grid(g, 1).rows;
  for (int64_t row = 0; row < g.m; row += rows) {
    HWY_DYNAMIC_DISPATCH(gemm_block)(g, row, std::min(rows, g.m - row), 0, divide_up(g.n, kPanel), static_cast<float*>(scratch));
  }
}

}  // namespace gearbox::kernels
#endif
