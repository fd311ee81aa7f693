#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "kernels/gemm_block.h"

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

bool gemm_may_mix(int64_t k, int64_t n, const float* packed) {
  if (!strassen_takes(k)) return false;
  std::vector<float> peaks(static_cast<size_t>(round_up(n, kPanel)));
  for (int64_t first = 0; first < n; first += kPanel) {
    // Magnitudes are ordered as their bits are, infinities and NaN last.
    std::array<uint32_t, kPanel> most{};
    for (int64_t row = 0; row < k; ++row, packed += kPanel) {
      for (size_t c = 0; c < kPanel; ++c) most[c] = std::max(most[c], std::bit_cast<uint32_t>(packed[c]) & 0x7fffffff);
    }
    for (size_t c = 0; c < kPanel; ++c) peaks[static_cast<size_t>(first) + c] = std::bit_cast<float>(most[c]);
  }
  // Tiles are one or two panels wide.
  for (const int64_t apart : {kPanel, 2 * kPanel}) {
    for (int64_t i = 0; i + apart < n; ++i) {
      if (!may_mix(peaks[static_cast<size_t>(i)], peaks[static_cast<size_t>(i + apart)])) return false;
    }
  }
  return true;
}

}  // namespace gearbox::kernels
