#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/epilogue.h"
#include "kernels/gemm_blocking.h"

namespace gearbox::kernels {

/// Floats of a packed K x N matrix.
constexpr int64_t gemm_packed_size(int64_t k, int64_t n) { return k * round_up(n, kPanel); }

/// Packs B[K, N] with strides in floats (row-major: n, 1; transposed: 1, k) into panels of 16 columns (see kPanel).
void gemm_pack_b(int64_t k, int64_t n, const float* b, int64_t row_stride, int64_t col_stride, float* packed);

/// Whether two rows or columns with these greatest magnitudes may be added to each other: both are numbers far from overflow, and alike, so
/// that neither is lost in the other's rounding. NaN where one is not a number.
constexpr bool may_mix(float peak, float other) {
  constexpr float kMost = 0x1p40F, kMostRatio = 8;
  return peak <= kMost && other <= kMost && peak <= kMostRatio * other && other <= kMostRatio * peak;
}

/// Whether Strassen's algorithm may be used with a packed matrix on every instruction set: it is of a depth that it takes, and the rows and
/// columns that it adds to each other are alike. Rows are compared for the columns of A that they stand for: where those are of other
/// magnitudes, weights most often make up for it.
bool gemm_may_mix(int64_t k, int64_t n, const float* packed);

/// C[M, N] = epilogue(A[M, K] B[K, N]). Any extent may be 0; K = 0 gives the epilogue of zeros.
struct GemmArgs {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  const float* a = nullptr;
  int64_t a_row_stride = 0;  ///< floats
  int64_t a_col_stride = 1;
  const float* packed_b = nullptr;  ///< from gemm_pack_b
  float* c = nullptr;               ///< must not overlap A or B
  int64_t ldc = 0;
  /// B is such as gemm_may_mix() asks for: one level of Strassen's algorithm is used where it pays, with rows alike in magnitude.
  bool mixes_rows = false;
  bool streams_b = false;  ///< B lies in far memory: ask for it ahead. Changes no result.
  Epilogue epilogue{};     ///< all rows belong to image 0
};

/// Whether gemm_packed() takes Strassen's algorithm for such a product on this machine where rows are alike. Operands are not looked at.
bool gemm_takes_strassen(const GemmArgs& args, int threads);

/// Bytes of scratch that gemm_packed needs for a pool of so many threads, whatever the extents.
int64_t gemm_scratch_bytes(int threads);

/// Runs the product on the pool. `scratch` holds gemm_scratch_bytes(pool.threads()) bytes aligned to 64. Thread-safe with distinct scratch.
void gemm_packed(const GemmArgs& args, ThreadPool& pool, void* scratch);

/// The same on the calling thread alone, for callers that share out larger pieces of work. `scratch` holds gemm_scratch_bytes(1) bytes.
void gemm_packed_alone(const GemmArgs& args, void* scratch);

}  // namespace gearbox::kernels
