#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/winograd_simd.cc"
#include <algorithm>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/conv_axis.h"
#include "kernels/conv_register_steps.h"
#include "kernels/conv_row-inl.h"
#include "kernels/conv_task.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"
#include "kernels/wanted.h"
#include "kernels/winograd.h"
#include "kernels/winograd_plan.h"
#include "kernels/winograd_transform-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace winograd {

/// One unit: tiles counted over all images, and output blocks.
struct Unit {
  Range tiles;
  Range blocks;
};

/// Asks for the inputs of a tile that are not its right neighbour's as well. Some may lie outside of the image.
template <int kTile>
HWY_INLINE void ask_for_tile(Wanted tile, int64_t row_stride) {
#pragma GCC unroll 6
  for (int i = 0; i < kTile + 2; ++i) {
#pragma GCC unroll 2
    for (int j = 0; j < kTile * kBlock; j += 16) (tile + (i * row_stride + j)).ask_in_l2();
  }
}

/// Block by block: the tiles of a row read and write neighbouring memory. Meanwhile the next block's are asked for.
template <int kTile>
void transform_inputs(const ConvShape& s, const WinogradPlan& plan, const Unit& unit, const float* in, float* to) {
  const int64_t in_blocks = channel_blocks(s.in_channels), plane = s.h.in * s.w.in * kBlock;
  const int64_t row_stride = s.w.in * kBlock;
  const int64_t tile_rows = plan.image_tiles / plan.tile_columns, first = unit.tiles.begin % plan.image_tiles;
  for (int64_t block = 0; block < in_blocks; ++block) {
    const float* from = in + (unit.tiles.begin / plan.image_tiles * in_blocks + block) * plane;
    int64_t row = first / plan.tile_columns, column = first % plan.tile_columns;
    for (int64_t t = 0; t < unit.tiles.size(); ++t) {
      const int64_t y = row * kTile - s.h.pad, x = column * kTile - s.w.pad;
      float* point = to + (block * plan.tiles + t) * kBlock;
      if (block + 1 < in_blocks) ask_for_tile<kTile>(Wanted(from) + (plane + y * row_stride + x * kBlock), row_stride);
      if (y < 0 || x < 0 || y + kTile + 2 > s.h.in || x + kTile + 2 > s.w.in) {
        transform_input<kTile, true>(from, s.h.in, s.w.in, y, x, point, plan.input_point);
      } else {
        transform_input<kTile, false>(from, s.h.in, s.w.in, y, x, point, plan.input_point);
      }
      if (++column < plan.tile_columns) continue;
      column = 0;
      if (++row < tile_rows) continue;
      row = 0;
      from += in_blocks * plane;
    }
  }
}

/// The products of all transform points for `blocks` (at most 4) output blocks: products[point][tile][4 blocks][8].
template <int kTile>
void multiply(const ConvShape& s, const WinogradPlan& plan, int64_t tiles, int64_t blocks, const float* inputs, const float* weights,
              float* products) {
  static constexpr float kZeros[4 * kBlock] = {};
  constexpr int64_t kPoints = (kTile + 2) * (kTile + 2);
  conv::TileLoop loop;
  loop.outer = channel_blocks(s.in_channels);
  loop.outer_stride = plan.tiles * kBlock;
  loop.kernel_rows = loop.row_end = loop.columns = 1;
  loop.inner = kBlock;
  loop.inner_last = s.in_channels - (loop.outer - 1) * kBlock;
  loop.pixel_stride = kBlock;
  loop.panel_stride = kPoints * s.in_channels * 16;
  loop.prefetch = s.in_channels * 16;  // the next point
  for (int64_t point = 0; point < kPoints; ++point) {
    conv::TileData data;
    data.in = inputs + point * plan.input_point;
    data.weights = weights + point * s.in_channels * 16;
    data.from = kZeros;
    data.from_view = {0, kBlock};
    data.to = products + point * plan.output_point;
    data.to_view = {4 * kBlock, kBlock};
    conv::run_row(loop, blocks, tiles, data, {});
  }
}

/// Tiles of one row of tiles: outputs of one block, then the rest of the epilogue on whole rows.
template <int kTile>
void transform_outputs(const ConvShape& s, const WinogradPlan& plan, const ConvRegisterSteps& steps, const Unit& unit, Range tiles,
                       int64_t block, const float* products, float* out) {
  const int64_t image = tiles.begin / plan.image_tiles, row_stride = s.w.out * kBlock;
  const int64_t plane = image * channel_blocks(s.out_channels) + block;
  const int64_t y = tiles.begin % plan.image_tiles / plan.tile_columns * kTile, x = tiles.begin % plan.tile_columns * kTile;
  const int64_t offset = (plane * s.h.out + y) * row_stride + x * kBlock, rows = std::min<int64_t>(kTile, s.h.out - y);
  const F8 bias = steps.bias != nullptr ? load8(steps.bias + block * kBlock) : zero8();
  for (int64_t t = 0; t < tiles.size(); ++t) {
    const float* from = products + (tiles.begin - unit.tiles.begin + t) * 4 * kBlock;
    transform_output<kTile>(from, plan.output_point, bias, steps.activation, out + offset + t * kTile * kBlock, row_stride, rows,
                            s.w.out - x - t * kTile);
  }
  for (int64_t i = 0; i < rows && !steps.rest.empty(); ++i) {
    EpilogueTile tile;
    tile.output_offset = offset + i * row_stride;
    tile.data = out + tile.output_offset;
    tile.ld = tile.output_ld = kBlock;
    tile.rows = std::min(tiles.size() * kTile, s.w.out - x);
    tile.cols = kBlock;
    tile.channel = block * kBlock;
    tile.image = image;
    apply_epilogue(D8(), steps.rest, tile);
  }
}

template <int kTile>
void run_unit(const ConvShape& s, const WinogradPlan& plan, const ConvRegisterSteps& steps, const Unit& unit, const float* in,
              const float* weights, float* out, float* scratch) {
  constexpr int64_t kPoints = (kTile + 2) * (kTile + 2);
  float* products = scratch + kPoints * plan.input_point;
  transform_inputs<kTile>(s, plan, unit, in, scratch);
  for (int64_t block = unit.blocks.begin; block < unit.blocks.end; block += 4) {
    const int64_t blocks = std::min<int64_t>(4, unit.blocks.end - block);
    multiply<kTile>(s, plan, unit.tiles.size(), blocks, scratch, weights + block / 2 * kPoints * s.in_channels * 16, products);
    for (int64_t begin = unit.tiles.begin; begin < unit.tiles.end;) {
      const int64_t end = std::min(unit.tiles.end, (begin / plan.tile_columns + 1) * plan.tile_columns);
      for (int64_t j = 0; j < blocks; ++j) {
        transform_outputs<kTile>(s, plan, steps, unit, {begin, end}, block + j, products + j * kBlock, out);
      }
      begin = end;
    }
  }
}

}  // namespace winograd

/// Units [begin, end) in the order blocks, tiles; blocks run fastest.
void winograd_units(int tile, const ConvShape& s, const WinogradPlan& plan, const ConvRegisterSteps& steps, const float* in,
                    const float* weights, float* out, float* scratch, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i) {
    winograd::Unit unit;
    unit.blocks = piece_of(channel_blocks(s.out_channels), plan.block_pieces, i % plan.block_pieces, 4);
    unit.tiles = piece_of(s.batch * plan.image_tiles, plan.tile_pieces, i / plan.block_pieces);
    (tile == 4 ? winograd::run_unit<4> : winograd::run_unit<2>)(s, plan, steps, unit, in, weights, out, scratch);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(winograd_units);

void winograd_blocked(int tile, const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                      void* scratch, ThreadPool& pool) {
  if (shape.h.out <= 0 || shape.w.out <= 0) return;
  const WinogradPlan plan = plan_winograd(tile, shape, pool.threads());
  const ConvRegisterSteps steps = split_bias_and_activation(epilogue);
  const auto run = HWY_DYNAMIC_DISPATCH(winograd_units);
  pool.parallel_for(plan.tile_pieces * plan.block_pieces, 1, [&](int64_t begin, int64_t end, int thread) {
    run(tile, shape, plan, steps, in, weights, out, static_cast<float*>(scratch) + thread * plan.thread_floats, begin, end);
  });
}

}  // namespace gearbox::kernels
#endif
