#include "kernels/winograd_plan.h"

#include <algorithm>

#include "kernels/conv_task.h"
#include "kernels/layout.h"
#include "kernels/winograd.h"

namespace gearbox::kernels {
namespace winograd_plan {

constexpr int64_t kUnitBytes = 600 * 1024;  // transformed input and products of one unit: stay in L2
constexpr int64_t kLeastTiles = 24;         // fewer would read the weights too often
constexpr int64_t kMostTiles = 48;
constexpr int64_t kFewTiles = 18;                   // rather share output blocks among threads than cut smaller
constexpr int64_t kFewestTiles = 6;                 // ... but for a single quad of them
constexpr int64_t kManyWeights = 4 * 1024 * 1024;   // bytes
constexpr int64_t kMostWeights = 16 * 1024 * 1024;  // ... of 4x4 tiles: 2x2 tiles have less than half of them

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace winograd_plan

WinogradPlan plan_winograd(int tile, const ConvShape& shape, int threads) {
  using namespace winograd_plan;
  WinogradPlan plan;
  const int64_t points = (tile + 2) * (tile + 2), in_floats = channel_blocks(shape.in_channels) * kBlock;
  plan.tile_columns = divide_up(shape.w.out, tile);
  plan.image_tiles = plan.tile_columns * divide_up(shape.h.out, tile);
  const int64_t fit = std::clamp<int64_t>(kUnitBytes / (points * (in_floats + 4 * kBlock) * 4) / 6 * 6, kLeastTiles, kMostTiles);
  const int64_t all_tiles = shape.batch * plan.image_tiles;
  const int64_t pieces = std::max<int64_t>(1, divide_up(all_tiles, fit)), even = shared_pieces(pieces, 1, threads);
  const int64_t quads = std::max<int64_t>(1, divide_up(channel_blocks(shape.out_channels), 4));
  plan.tile_pieces = all_tiles >= even * (quads > 1 ? kFewTiles : kFewestTiles) ? even : pieces;
  plan.block_pieces = std::min(quads, shared_pieces(1, plan.tile_pieces, threads));
  plan.tiles = std::max<int64_t>(1, divide_up(all_tiles, plan.tile_pieces));
  plan.input_point = in_floats * plan.tiles + 16;  // a stride that is no multiple of a page
  plan.output_point = 4 * kBlock * plan.tiles + 16;
  plan.thread_floats = points * (plan.input_point + plan.output_point);
  return plan;
}

size_t winograd_blocked_scratch_bytes(int tile, const ConvShape& shape, int threads) {
  return static_cast<size_t>(plan_winograd(tile, shape, threads).thread_floats * std::max(1, threads)) * sizeof(float);
}

int winograd_tile(int64_t in_channels, int64_t out_channels, int64_t out_height, int64_t out_width) {
  using namespace winograd_plan;
  if (in_channels < 8 || out_channels < 8) return 0;
  const int64_t weights = 36 * 4 * in_channels * out_channels;
  const int tile = weights > kMostWeights ? 2 : 4;
  const int64_t tiles = divide_up(out_height, tile) * divide_up(out_width, tile);
  if (2 * out_height * out_width <= tile * tile * tiles) return 0;  // most of the tiles' area is thrown away
  if (tiles < 12 && weights > kManyWeights) return 0;               // reading the weights takes longer
  return tile;
}

}  // namespace gearbox::kernels
