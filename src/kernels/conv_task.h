#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/conv.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// Every dense convolution reduced to one form: products summed over outer x kernel rows x columns x inner, where the `inner` inputs lie
/// side by side in memory. For nChw8c, outer = channel blocks and inner = channels of a block; for plain NCHW, outer = channels,
/// inner = kernel columns and columns = 1. Strides count floats.
struct ConvTask {
  int64_t batch = 1;
  int64_t groups = 1;
  int64_t outer = 1;         ///< input planes of one group
  int64_t inner = 8;         ///< inputs side by side in all planes but the last
  int64_t inner_last = 8;    ///< ... and in the last
  int64_t lanes = 8;         ///< floats of one input pixel
  int64_t columns = 1;       ///< kernel columns walked as a loop
  int64_t out_channels = 1;  ///< of one group
  bool large_bias = false;   ///< as in ConvShape
  ConvAxis h;
  ConvAxis w;
  int64_t in_image_stride = 0;
  int64_t in_plane_stride = 0;
  int64_t out_image_stride = 0;
  int64_t out_block_stride = 0;
  int64_t out_row_stride = 0;
  int64_t out_pixel_stride = 8;
  const float* in = nullptr;
  const float* weights = nullptr;  ///< panels of 16 outputs, each [outer][kernel rows][columns][inner][16]
  float* out = nullptr;            ///< first output element of this task
  int64_t out_offset = 0;          ///< floats from the output tensor's begin to `out`
};

/// How a task is cut. A unit of work is one image x one group x a piece of the rows x one of the columns x one of the output blocks.
struct ConvPlan {
  int64_t rows = 1;        ///< of the largest piece
  int64_t cols = 1;        ///< ... alike
  int64_t block_step = 4;  ///< pieces of output blocks begin at multiples of it
  int64_t outer = 1;       ///< input planes summed at a time
  int64_t row_pieces = 1;
  int64_t col_pieces = 1;
  int64_t block_pieces = 1;
  bool gathers = false;     ///< 1x1 kernel with strides: the pixels read are gathered first
  int64_t copy_floats = 0;  ///< per thread: input with zeros around where it has padding, or gathered
  int64_t sums_floats = 0;  ///< per thread
};

/// The fewest pieces, `pieces` or more, that make `others` x pieces units which `threads` threads share evenly.
inline int64_t shared_pieces(int64_t pieces, int64_t others, int64_t threads) {
  if (threads <= 1 || others <= 0 || pieces * others >= 16 * threads) return pieces;
  while (pieces * others % threads != 0) ++pieces;
  return pieces;
}

/// Weights of four output blocks that the instruction set's tiles sum at a time.
int64_t conv_weight_bytes();

ConvPlan plan_conv(const ConvTask& task, int threads);
size_t conv_task_scratch_bytes(const ConvPlan& plan, int threads);

/// The task of a whole convolution from nChw8c (whole blocks per group) to nChw8c, without pointers.
ConvTask conv_blocked_task(const ConvShape& shape);

void run_conv_task(const ConvTask& task, const Epilogue& epilogue, void* scratch, ThreadPool& pool);

}  // namespace gearbox::kernels
