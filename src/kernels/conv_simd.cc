#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv_simd.cc"
#include <algorithm>
#include <cstring>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/conv_axis.h"
#include "kernels/conv_register_steps.h"
#include "kernels/conv_row-inl.h"
#include "kernels/conv_task.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace conv {

constexpr int64_t kEpiloguePixels = 64;  // finished while they are in L1
constexpr int64_t kLongSum = 64;         // inputs of a sum that leave time to ask for what the next tile needs, and to add a bias last

/// What a unit reads: element (plane, row, column) of the input at data + plane * plane_stride + row * row_stride + column * lanes, with
/// rows and columns counted as in the whole input, though only those of the unit may exist.
struct Source {
  const float* data = nullptr;
  int64_t plane_stride = 0;
  int64_t row_stride = 0;
};

struct Unit {
  int64_t image = 0;
  int64_t group = 0;
  Range rows;
  Range cols;
  Range blocks;
};

/// Gathers the pixels a unit of a strided 1x1 kernel reads and makes the task one without strides, on one row of pixels where rows are
/// whole.
Source gather_pixels(const float* in, float* to, ConvTask* task, Unit* unit) {
  const int64_t width = unit->cols.size(), pixels = unit->rows.size() * width;
  float* q = to;
  for (int64_t plane = 0; plane < task->outer; ++plane) {
    for (int64_t y = unit->rows.begin; y < unit->rows.end; ++y) {
      const float* p = in + plane * task->in_plane_stride + y * task->h.stride * task->w.in * kBlock;
      for (int64_t x = unit->cols.begin; x < unit->cols.end; ++x, q += kBlock) store8(load8(p + x * task->w.stride * kBlock), q);
    }
  }
  const bool one_row = width * task->out_pixel_stride == task->out_row_stride;
  if (one_row) {
    unit->cols = {unit->rows.begin * width, unit->rows.end * width};
    unit->rows = {0, 1};
  }
  task->h.stride = task->w.stride = 1;
  task->h.in = task->h.out = unit->rows.end;
  task->w.in = task->w.out = unit->cols.end;
  const int64_t row_stride = (one_row ? pixels : width) * kBlock;
  return {to - unit->rows.begin * row_stride - unit->cols.begin * kBlock, pixels * kBlock, row_stride};
}

/// Copies the unit's input with zeros where columns lie outside.
Source copy_columns(const ConvTask& task, const float* in, Range rows, Range cols, float* to) {
  const int64_t lanes = task.lanes, width = cols.size(), in_row = task.w.in * lanes;
  const Range inside = {std::clamp<int64_t>(0, cols.begin, cols.end), std::clamp<int64_t>(task.w.in, cols.begin, cols.end)};
  const int64_t before = (inside.begin - cols.begin) * lanes, valid = std::max<int64_t>(0, inside.size()) * lanes;
  const int64_t after = width * lanes - before - valid;
  float* q = to;
  for (int64_t plane = 0; plane < task.outer; ++plane) {
    const float* p = in + plane * task.in_plane_stride + rows.begin * in_row + inside.begin * lanes;
    for (int64_t y = 0; y < rows.size(); ++y, p += in_row, q += width * lanes) {
      std::memset(q, 0, static_cast<size_t>(before) * sizeof(float));
      if (valid > 0) std::memcpy(q + before, p, static_cast<size_t>(valid) * sizeof(float));
      std::memset(q + before + valid, 0, static_cast<size_t>(after) * sizeof(float));
    }
  }
  const int64_t row_stride = width * lanes;
  return {to - rows.begin * row_stride - cols.begin * lanes, rows.size() * row_stride, row_stride};
}

/// Applies the steps that run in memory to output rows `rows` of a unit; several rows lie side by side.
void finish_rows(const ConvTask& task, const Epilogue& rest, const Unit& unit, Range rows, int64_t channel_block, int64_t blocks,
                 float* out) {
  if (rest.empty()) return;
  for (int64_t j = 0; j < blocks; ++j) {
    EpilogueTile tile;
    tile.data = out + j * task.out_block_stride + rows.begin * task.out_row_stride + unit.cols.begin * task.out_pixel_stride;
    tile.ld = tile.output_ld = task.out_pixel_stride;
    tile.rows = rows.size() * unit.cols.size();
    tile.cols = kBlock;
    tile.channel = (channel_block + j) * kBlock;
    tile.image = unit.image;
    tile.output_offset = task.out_offset + (tile.data - task.out);
    apply_epilogue(D8(), rest, tile);
  }
}

/// The unit's input as the tiles read it; may simplify the task.
Source prepare_source(const ConvPlan& plan, float* scratch, ConvTask* task, Unit* unit) {
  const float* in = task->in + unit->image * task->in_image_stride + unit->group * task->outer * task->in_plane_stride;
  if (plan.gathers) return gather_pixels(in, scratch, task, unit);
  const int64_t first = unit->cols.begin * task->w.stride - task->w.pad;
  const int64_t end = first + (unit->cols.size() - 1) * task->w.stride + (task->w.kernel - 1) * task->w.dilation + 1;
  if (first >= 0 && end <= task->w.in) return {in, task->in_plane_stride, task->w.in * task->lanes};
  return copy_columns(*task, in, valid_inputs(task->h, unit->rows), {first, end}, scratch);
}

void run_unit(ConvTask task, const ConvPlan& plan, const ConvRegisterSteps& steps, Unit unit, float* scratch) {
  static constexpr float kZeros[4 * kBlock] = {};
  const Source source = prepare_source(plan, scratch, &task, &unit);
  const int64_t lanes = task.lanes, first_column = unit.cols.begin * task.w.stride - task.w.pad, sums_row = unit.cols.size() * 4 * kBlock;
  float* sums = scratch + plan.copy_floats;

  const int64_t plane_weights = task.h.kernel * task.columns * 16;
  const int64_t panel = plane_weights * ((task.outer - 1) * task.inner + task.inner_last);
  const int64_t group_blocks = channel_blocks(task.out_channels);
  const float* weights = task.weights + unit.group * ((group_blocks + 1) / 2) * panel;
  TileLoop loop;
  loop.outer_stride = source.plane_stride;
  loop.kernel_rows = task.h.kernel;
  loop.row_stride = task.h.dilation * source.row_stride;
  loop.columns = task.columns;
  loop.column_stride = task.w.dilation * lanes;
  loop.inner = task.inner;
  loop.pixel_stride = task.w.stride * lanes;
  loop.panel_stride = panel;
  const bool long_sums = task.outer * task.h.kernel * task.columns * task.inner >= kLongSum;
  loop.far = long_sums && unit.cols.size() > kTilePixels[kTileBlocks];

  const bool whole_rows = unit.cols.size() * task.out_pixel_stride == task.out_row_stride;
  for (int64_t block = unit.blocks.begin; block < unit.blocks.end; block += 4) {
    const int64_t blocks = std::min<int64_t>(4, unit.blocks.end - block);
    const int64_t channel_block = unit.group * group_blocks + block;
    float* out = task.out + unit.image * task.out_image_stride + channel_block * task.out_block_stride;
    int64_t outer = 0;
    do {
      const bool first = outer == 0, last = outer + plan.outer >= task.outer;
      loop.outer = std::min(plan.outer, task.outer - outer);
      loop.inner_last = last ? task.inner_last : task.inner;
      loop.prefetch = 0;
      const float* w = weights + block / 2 * panel + outer * plane_weights * task.inner;
      int64_t pending = 0;  // rows computed but not finished
      for (int64_t y = unit.rows.begin; y < unit.rows.end; ++y) {
        const Range taps = valid_taps(task.h, y);
        if (y + 1 == unit.rows.end)
          loop.prefetch = last ? 2 * panel - outer * plane_weights * task.inner : plan.outer * plane_weights * task.inner;
        loop.row_begin = taps.begin;
        loop.row_end = taps.end;
        TileData data;
        data.in = source.data + outer * source.plane_stride + (y * task.h.stride - task.h.pad) * source.row_stride + first_column * lanes;
        data.weights = w;
        data.starts_last = long_sums || task.large_bias || !first;
        float* row_sums = sums + (y - unit.rows.begin) * sums_row;
        data.from = row_sums;
        data.from_view = {4 * kBlock, kBlock};
        if (first) {
          data.from = steps.bias != nullptr ? steps.bias + channel_block * kBlock : kZeros;
          data.from_view = {0, kBlock};
        }
        if (!last) {
          data.to = row_sums;
          data.to_view = {4 * kBlock, kBlock};
          run_row(loop, blocks, unit.cols.size(), data, {});
          continue;
        }
        data.to = out + y * task.out_row_stride + unit.cols.begin * task.out_pixel_stride;
        data.to_view = {task.out_pixel_stride, task.out_block_stride};
        if (steps.add != nullptr) data.add = steps.add + task.out_offset + (data.to - task.out);
        run_row(loop, blocks, unit.cols.size(), data, steps.activation);
        pending += 1;
        if (y + 1 == unit.rows.end || pending * unit.cols.size() >= kEpiloguePixels || !whole_rows) {
          finish_rows(task, steps.rest, unit, {y + 1 - pending, y + 1}, channel_block, blocks, out);
          pending = 0;
        }
      }
      outer += plan.outer;
    } while (outer < task.outer);
  }
}

}  // namespace conv

/// Tiles of many pixels take weights from L2, others want them in L1.
int64_t weight_bytes() { return conv::kTilePixels[conv::kTileBlocks] >= 12 ? 160 * 1024 : 20 * 1024; }

/// Units [begin, end) in the order blocks, columns, rows, groups, images; blocks run fastest.
void conv_units(const ConvTask& task, const ConvPlan& plan, const ConvRegisterSteps& steps, int64_t begin, int64_t end, float* scratch) {
  for (int64_t i = begin; i < end; ++i) {
    int64_t rest = i;
    const auto next = [&rest](int64_t count) {
      const int64_t index = rest % count;
      rest /= count;
      return index;
    };
    conv::Unit unit;
    unit.blocks = piece_of(channel_blocks(task.out_channels), plan.block_pieces, next(plan.block_pieces), plan.block_step);
    unit.cols = piece_of(task.w.out, plan.col_pieces, next(plan.col_pieces));
    unit.rows = piece_of(task.h.out, plan.row_pieces, next(plan.row_pieces));
    unit.group = next(task.groups);
    unit.image = rest;
    if (unit.rows.size() > 0 && unit.cols.size() > 0) conv::run_unit(task, plan, steps, unit, scratch);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(weight_bytes);
HWY_EXPORT(conv_units);

int64_t conv_weight_bytes() { return HWY_DYNAMIC_DISPATCH(weight_bytes)(); }

void run_conv_task(const ConvTask& task, const Epilogue& epilogue, void* scratch, ThreadPool& pool) {
  if (task.h.out <= 0 || task.w.out <= 0) return;
  static constexpr float kNothing[1] = {};
  ConvTask addressed = task;  // without elements the input may have no address, but rows outside it are counted from there
  if (addressed.in == nullptr) addressed.in = kNothing;
  const ConvPlan plan = plan_conv(task, pool.threads());
  const ConvRegisterSteps steps = split_epilogue(epilogue);
  const auto run = HWY_DYNAMIC_DISPATCH(conv_units);
  const int64_t units = task.batch * task.groups * plan.row_pieces * plan.col_pieces * plan.block_pieces;
  pool.parallel_for(units, 1, [&](int64_t begin, int64_t end, int thread) {
    run(addressed, plan, steps, begin, end, static_cast<float*>(scratch) + thread * (plan.copy_floats + plan.sums_floats));
  });
}

}  // namespace gearbox::kernels
#endif
