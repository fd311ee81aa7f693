#include <algorithm>

#include "kernels/conv_task.h"
#include "kernels/layout.h"

namespace gearbox::kernels {
namespace conv_plan {

constexpr int64_t kInputBytes = 256 * 1024;      // of one unit: stays in L2 with its outputs and weights
constexpr int64_t kMostInputBytes = 768 * 1024;  // ... where the weights come from further away
constexpr int64_t kWideColumns = 96;             // to keep when rows are too long
constexpr int64_t kLeastColumns = 12;            // of one unit
constexpr int64_t kGatherBlocks = 8;             // output blocks that pay for gathering strided pixels

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Input elements along an axis that `outputs` neighbouring outputs read.
int64_t span_of(const ConvAxis& axis, int64_t outputs) { return (outputs - 1) * axis.stride + (axis.kernel - 1) * axis.dilation + 1; }

/// Pieces of at most `most` that `extent` is cut in.
int64_t pieces_of(int64_t extent, int64_t most) { return std::max<int64_t>(1, divide_up(extent, std::max<int64_t>(1, most))); }

}  // namespace conv_plan

ConvPlan plan_conv(const ConvTask& task, int threads) {
  using namespace conv_plan;
  ConvPlan plan;
  const int64_t out_blocks = channel_blocks(task.out_channels);
  const int64_t pixel_bytes = std::max<int64_t>(1, task.outer * task.lanes * 4);

  const auto is_inside = [](const ConvAxis& a) { return a.kernel == 1 && a.pad == 0 && (a.out - 1) * a.stride < a.in; };
  plan.gathers = is_inside(task.h) && is_inside(task.w) && task.w.stride > 1 && out_blocks >= kGatherBlocks && task.lanes == kBlock;

  // Columns and rows of one unit.
  const int64_t weights = task.outer * task.inner * task.h.kernel * task.columns * task.out_channels;
  const int64_t input_bytes = std::clamp<int64_t>(weights * 2, kInputBytes, kMostInputBytes);
  int64_t cols = task.w.out;
  const auto rows_that_fit = [&](int64_t of_cols) {
    if (plan.gathers) return input_bytes / (of_cols * pixel_bytes);
    const int64_t rows_in = input_bytes / (span_of(task.w, of_cols) * pixel_bytes);
    return (rows_in - span_of(task.h, 1)) / task.h.stride + 1;
  };
  const int64_t wanted_rows = std::min<int64_t>(task.h.out, task.h.kernel > 1 ? 6 : 1);
  if (cols > kWideColumns && rows_that_fit(cols) < wanted_rows) {
    const int64_t cols_in = input_bytes / (span_of(task.h, wanted_rows) * pixel_bytes);
    cols = std::max(kWideColumns, (cols_in - span_of(task.w, 1)) / task.w.stride + 1);
  }
  plan.col_pieces = pieces_of(task.w.out, cols);
  plan.row_pieces = pieces_of(task.h.out, rows_that_fit(std::max<int64_t>(1, divide_up(task.w.out, plan.col_pieces))));

  // Even work for the threads: by output blocks if the weights are the larger part, else by rows, then columns.
  const int64_t whole = task.batch * task.groups, spatial = plan.row_pieces * plan.col_pieces;
  const int64_t inputs = task.outer * task.lanes * task.h.in * task.w.in, pairs = divide_up(out_blocks, 2);
  if (whole * spatial < threads && weights > inputs && pairs > 1) {
    plan.block_step = 2;
    plan.block_pieces = std::min(pairs, shared_pieces(1, whole * spatial, threads));
  } else if (const int64_t rows = shared_pieces(plan.row_pieces, whole * plan.col_pieces, threads); rows <= task.h.out) {
    plan.row_pieces = rows;
  } else if (const int64_t columns = shared_pieces(plan.col_pieces, whole * plan.row_pieces, threads);
             columns * kLeastColumns <= task.w.out) {
    plan.col_pieces = columns;
  }
  plan.rows = std::max<int64_t>(1, divide_up(task.h.out, plan.row_pieces));
  plan.cols = std::max<int64_t>(1, divide_up(task.w.out, plan.col_pieces));

  // Planes summed at a time.
  const int64_t plane_bytes = std::max<int64_t>(1, task.h.kernel * task.columns * task.inner * std::min<int64_t>(4, out_blocks) * 8 * 4);
  const int64_t outer_pieces = pieces_of(task.outer, conv_weight_bytes() / plane_bytes);
  plan.outer = std::max<int64_t>(1, divide_up(task.outer, outer_pieces));

  if (outer_pieces > 1) plan.sums_floats = plan.rows * plan.cols * 4 * kBlock;
  const int64_t last_column = (task.w.out - 1) * task.w.stride - task.w.pad + (task.w.kernel - 1) * task.w.dilation;
  if (task.w.pad > 0 || last_column >= task.w.in)
    plan.copy_floats = task.outer * span_of(task.h, plan.rows) * span_of(task.w, plan.cols) * task.lanes;
  if (plan.gathers) plan.copy_floats = task.outer * plan.rows * plan.cols * kBlock;
  plan.copy_floats = divide_up(plan.copy_floats, 16) * 16;
  plan.sums_floats = divide_up(plan.sums_floats, 16) * 16;
  return plan;
}

size_t conv_task_scratch_bytes(const ConvPlan& plan, int threads) {
  return static_cast<size_t>((plan.copy_floats + plan.sums_floats) * std::max(1, threads)) * sizeof(float);
}

ConvTask conv_blocked_task(const ConvShape& shape) {
  ConvTask task;
  const int64_t inputs = shape.in_channels / shape.groups;
  const int64_t in_pixels = shape.h.in * shape.w.in, out_pixels = shape.h.out * shape.w.out;
  task.batch = shape.batch;
  task.groups = shape.groups;
  task.outer = channel_blocks(inputs);
  task.inner_last = inputs - (task.outer - 1) * kBlock;
  task.columns = shape.w.kernel;
  task.out_channels = shape.out_channels / shape.groups;
  task.large_bias = shape.large_bias;
  task.h = shape.h;
  task.w = shape.w;
  const auto is_pointwise = [](const ConvAxis& a) { return a.kernel == 1 && a.stride == 1 && a.pad == 0 && a.in == a.out; };
  if (is_pointwise(shape.h) && is_pointwise(shape.w)) {  // one long row of pixels
    task.h = ConvAxis{};
    task.w.in = in_pixels;
    task.w.out = out_pixels;
  }
  task.in_plane_stride = in_pixels * kBlock;
  task.in_image_stride = channel_blocks(shape.in_channels) * task.in_plane_stride;
  task.out_block_stride = out_pixels * kBlock;
  task.out_image_stride = channel_blocks(shape.out_channels) * task.out_block_stride;
  task.out_row_stride = task.w.out * kBlock;
  return task;
}

}  // namespace gearbox::kernels
