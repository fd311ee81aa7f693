#pragma once

#include <cstdint>

#include "kernels/conv.h"

namespace gearbox::kernels {

/// How a Winograd convolution is cut. A unit of work is a piece of the tiles, counted over all images, x one of the output blocks, which is
/// whole quads.
struct WinogradPlan {
  int64_t tile_columns = 0;  ///< tiles along the width
  int64_t image_tiles = 0;
  int64_t tiles = 1;  ///< of the largest piece
  int64_t tile_pieces = 1;
  int64_t block_pieces = 1;
  int64_t input_point = 0;   ///< floats between transform points of the transformed input
  int64_t output_point = 0;  ///< ... of the products
  int64_t thread_floats = 0;
};

WinogradPlan plan_winograd(int tile, const ConvShape& shape, int threads);

}  // namespace gearbox::kernels
