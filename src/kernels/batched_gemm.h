#pragma once

#include <array>
#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/epilogue.h"

namespace gearbox::kernels {

/// Batch axes of a product, outermost first; unused ones have extent 1.
inline constexpr int kBatchAxes = 4;

/// A matrix per batch index, with strides in floats. A batch stride of 0 repeats the matrix.
struct MatrixBatch {
  const float* data = nullptr;
  std::array<int64_t, kBatchAxes> batch_strides{};
  int64_t row_stride = 0;
  int64_t col_stride = 1;
};

/// C = epilogue(A B) for every batch index, A[M, K] and B[K, N] both known at run time only. Any extent may be 0.
struct BatchedGemmArgs {
  std::array<int64_t, kBatchAxes> batch{1, 1, 1, 1};
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  MatrixBatch a{};
  MatrixBatch b{};
  float* c = nullptr;  ///< must not overlap A or B
  std::array<int64_t, kBatchAxes> c_batch_strides{};
  int64_t ldc = 0;
  Epilogue epilogue{};  ///< tensors must be laid out as the output (stride 0)
};

/// Bytes of scratch that batched_gemm needs for a pool of so many threads, whatever the extents.
int64_t batched_gemm_scratch_bytes(int threads);

/// Runs the products on the pool. `scratch` holds batched_gemm_scratch_bytes(pool.threads()) bytes aligned to 64. Thread-safe with
/// distinct scratch.
void batched_gemm(const BatchedGemmArgs& args, ThreadPool& pool, void* scratch);

}  // namespace gearbox::kernels
