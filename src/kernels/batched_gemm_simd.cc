#include <algorithm>

#include "kernels/batched_gemm.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/batched_gemm_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/gemm_panels-inl.h"
#include "kernels/gemm_tile-inl.h"

#ifndef GEARBOX_KERNELS_BATCHED_GEMM_BLOCK_
#define GEARBOX_KERNELS_BATCHED_GEMM_BLOCK_
namespace gearbox::kernels {

/// Columns of B that a task packs at a time.
inline constexpr int64_t kColumnBlock = 256;

/// A part of one product: rows [row, row + rows), columns [col, col + cols) with cols <= kColumnBlock.
struct BatchedGemmPart {
  const float* a;
  const float* b;
  int64_t c_offset;
  int64_t row;
  int64_t rows;
  int64_t col;
  int64_t cols;
};

}  // namespace gearbox::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace batched {

/// Applies the epilogue to a finished tile of the part.
HWY_INLINE void finish(const BatchedGemmArgs& g, const BatchedGemmPart& p, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  if (g.epilogue.empty()) return;
  const int64_t offset = p.c_offset + row * g.ldc + col;
  apply_epilogue(gemm::D(), g.epilogue,
                 {.data = g.c + offset,
                  .ld = g.ldc,
                  .rows = rows,
                  .cols = cols,
                  .channel = col,
                  .row = row,
                  .output_offset = offset,
                  .output_ld = g.ldc});
}

/// One row against columns that are contiguous: dot products, B is read where it lies.
HWY_INLINE void one_row(const BatchedGemmArgs& g, const BatchedGemmPart& p) {
  float* c = g.c + p.c_offset + p.row * g.ldc + p.col;
  gemm::dot_rows(p.a + p.row * g.a.row_stride, p.b + p.col * g.b.col_stride, g.b.col_stride, g.k, p.cols, c);
  finish(g, p, p.row, 1, p.col, p.cols);
}

}  // namespace batched

/// `scratch` holds kRowBlock x kTileLda floats for A, then kDepthBlock x kColumnBlock for B.
void batched_gemm_part(const BatchedGemmArgs& g, const BatchedGemmPart& p, float* scratch) {
  if (p.rows == 1 && g.b.row_stride == 1 && g.a.col_stride == 1) return batched::one_row(g, p);
  float* rows_of_a = scratch;
  float* panels_of_b = scratch + kRowBlock * kTileLda;
  const int64_t depth = std::max<int64_t>(1, balanced_depth(g.k));
  const int64_t blocks = std::max<int64_t>(1, divide_up(g.k, depth));
  for (int64_t i = 0; i < blocks; ++i) {
    const int64_t k = std::min(depth, g.k - i * depth);
    const float* b = p.b + i * depth * g.b.row_stride + p.col * g.b.col_stride;
    // A single tile of rows reads each element of B once: packing would cost as much as it saves.
    const bool direct = g.b.col_stride == 1 && p.rows <= gemm::kMaxRows;
    const int64_t direct_cols = direct ? p.cols / kPanel * kPanel : 0;
    if (direct_cols < p.cols) {
      gemm::pack_panels(b + direct_cols * g.b.col_stride, g.b.row_stride, g.b.col_stride, k, p.cols - direct_cols, panels_of_b);
    }
    for (int64_t first = 0; first < p.rows; first += kRowBlock) {
      const int64_t row = p.row + first;
      const int64_t rows = std::min(kRowBlock, p.rows - first);
      gemm::copy_rows(p.a + row * g.a.row_stride + i * depth * g.a.col_stride, g.a.row_stride, g.a.col_stride, rows, k, rows_of_a);
      for (int64_t col = 0; col < p.cols;) {
        const bool here = col < direct_cols;
        const int64_t cols = std::min<int64_t>(gemm::kTileCols, (here ? direct_cols : p.cols) - col);
        const int64_t out_col = p.col + col;
        float* c = g.c + p.c_offset + row * g.ldc + out_col;
        const gemm::Tile t{.a = rows_of_a,
                           .b = here ? b + col : panels_of_b + (col - direct_cols) * k,
                           .b_row = here ? g.b.row_stride : kPanel,
                           .b_panel = here ? kPanel : k * kPanel,
                           .c = c,
                           .ldc = g.ldc,
                           .depth = k,
                           .cols = cols,
                           .add = i > 0 ? c : nullptr,
                           .add_ld = g.ldc};
        gemm::run_tiles(rows, t, [&](int64_t r, int64_t height) {
          if (i + 1 == blocks) batched::finish(g, p, row + r, height, out_col, cols);
        });
        col += cols;
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(batched_gemm_part);

namespace batched_driver {

constexpr int64_t kScratchFloats = kRowBlock * kTileLda + kDepthBlock * kColumnBlock;
constexpr int64_t kSerialWork = 100'000;

/// Cuts one matrix into rows x columns of parts.
struct Cut {
  int64_t rows;
  int64_t cols;
};

Cut choose_cut(const BatchedGemmArgs& g, int64_t batch, int threads) {
  const int64_t column_blocks = divide_up(g.n, kColumnBlock);
  Cut cut{g.m, round_up(divide_up(g.n, column_blocks), 2 * kPanel)};
  const int64_t wanted = divide_up(2 * threads, batch * column_blocks);
  if (threads > 1 && wanted > 1 && g.m * g.n * g.k >= kSerialWork) {
    const int64_t row_blocks = std::min(wanted, divide_up(g.m, kRowBlock));
    cut.rows = divide_up(g.m, row_blocks);
    cut.cols = std::max(2 * kPanel, round_up(divide_up(cut.cols, divide_up(wanted, row_blocks)), 2 * kPanel));
  }
  return cut;
}

}  // namespace batched_driver

int64_t batched_gemm_scratch_bytes(int threads) { return threads * batched_driver::kScratchFloats * static_cast<int64_t>(sizeof(float)); }

void batched_gemm(const BatchedGemmArgs& g, ThreadPool& pool, void* scratch) {
  int64_t batch = 1;
  for (int64_t extent : g.batch) batch *= extent;
  if (batch <= 0 || g.m <= 0 || g.n <= 0) return;
  const batched_driver::Cut cut = batched_driver::choose_cut(g, batch, pool.threads());
  const int64_t row_parts = divide_up(g.m, cut.rows);
  const int64_t col_parts = divide_up(g.n, cut.cols);
  const auto run = HWY_DYNAMIC_DISPATCH(batched_gemm_part);
  const auto part = [&](int64_t index, int thread) {
    BatchedGemmPart p{.a = g.a.data, .b = g.b.data, .c_offset = 0, .row = 0, .rows = 0, .col = 0, .cols = 0};
    p.col = index % col_parts * cut.cols;
    p.row = index / col_parts % row_parts * cut.rows;
    p.cols = std::min(cut.cols, g.n - p.col);
    p.rows = std::min(cut.rows, g.m - p.row);
    int64_t rest = index / col_parts / row_parts;
    for (int axis = kBatchAxes - 1; axis >= 0; --axis) {
      const int64_t i = rest % g.batch[axis];
      rest /= g.batch[axis];
      p.a += i * g.a.batch_strides[axis];
      p.b += i * g.b.batch_strides[axis];
      p.c_offset += i * g.c_batch_strides[axis];
    }
    run(g, p, static_cast<float*>(scratch) + thread * batched_driver::kScratchFloats);
  };
  const int64_t work = std::max<int64_t>(1, cut.rows * cut.cols * std::max<int64_t>(1, g.k));
  pool.parallel_for(batch * row_parts * col_parts, divide_up(batched_driver::kSerialWork, work),
                    [&](int64_t begin, int64_t end, int thread) {
                      for (int64_t i = begin; i < end; ++i) part(i, thread);
                    });
}

}  // namespace gearbox::kernels
#endif
