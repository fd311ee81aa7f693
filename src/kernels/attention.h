#pragma once

#include <cstdint>
#include <limits>

#include "base/thread_pool.h"

namespace gearbox::kernels {

/// A matrix per (batch, head), with strides in floats. `col_stride` runs along the features; only K may have another one than 1.
struct HeadMatrices {
  const float* data = nullptr;
  int64_t batch_stride = 0;
  int64_t head_stride = 0;
  int64_t row_stride = 0;
  int64_t col_stride = 1;
};

/// Strides, in elements, of a mask over (batch, head, query, key); 0 broadcasts.
struct MaskStrides {
  int64_t batch = 0;
  int64_t head = 0;
  int64_t query = 0;
  int64_t key = 1;
};

/// out = softmax(S + mask) V with S = scale Q K^T, `otherwise` where keep is false, for every batch index and head. Any extent may be 0. A
/// query that sees no key gives NaN, as the softmax of infinities does; k_len = 0 gives zeros, as the product with an empty matrix does.
struct AttentionArgs {
  int64_t batch = 0;
  int64_t heads = 0;
  int64_t q_len = 0;
  int64_t k_len = 0;
  int64_t depth = 0;        ///< features of Q and K
  int64_t value_depth = 0;  ///< features of V and the output
  int64_t kv_group = 1;     ///< consecutive heads that share one head of K and V
  float scale = 1;
  HeadMatrices q{};
  HeadMatrices k{};  ///< [.., k_len, depth]; K^T given as [.., depth, k_len] is col_stride = k_len, row_stride = 1
  HeadMatrices v{};
  float* out = nullptr;  ///< must not overlap the inputs; rows of value_depth contiguous floats
  int64_t out_batch_stride = 0;
  int64_t out_head_stride = 0;
  int64_t out_row_stride = 0;
  const bool* keep = nullptr;  ///< where false, the scaled score becomes `otherwise`
  MaskStrides keep_strides{};
  float otherwise = -std::numeric_limits<float>::infinity();  ///< by default a key is removed
  const float* mask = nullptr;                                ///< added after that
  MaskStrides mask_strides{};
  bool causal = false;
  int64_t causal_offset = 0;  ///< with `causal`, query i sees the keys j <= i + causal_offset
};

/// Bytes of scratch that attention needs for a pool of so many threads, whatever the extents.
int64_t attention_scratch_bytes(int threads);

/// Runs on the pool without writing the scores to memory: blocks of keys with a running maximum (Milakov and Gimelshein 2018,
/// Dao et al. 2022). `scratch` holds attention_scratch_bytes(pool.threads()) bytes aligned to 64. Thread-safe with distinct scratch.
void attention(const AttentionArgs& args, ThreadPool& pool, void* scratch);

}  // namespace gearbox::kernels
