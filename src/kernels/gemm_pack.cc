#include <algorithm>

#include "kernels/gemm.h"

namespace gearbox::kernels {

void gemm_pack_b(int64_t k, int64_t n, const float* b, int64_t row_stride, int64_t col_stride, float* packed) {
  for (int64_t first = 0; first < n; first += kPanel) {
    const int64_t cols = std::min(kPanel, n - first);
    for (int64_t row = 0; row < k; ++row, packed += kPanel) {
      const float* from = b + row * row_stride + first * col_stride;
      for (int64_t c = 0; c < cols; ++c) packed[c] = from[c * col_stride];
      std::fill(packed + cols, packed + kPanel, 0.0f);
    }
  }
}

}  // namespace gearbox::kernels
