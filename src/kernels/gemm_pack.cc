#include <algorithm>
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

namespace {

/// Greatest magnitudes of a packed matrix: of each row, and of each column of each depth block.
struct Peaks {
  std::vector<float> rows;
  std::vector<std::vector<float>> columns;
};

Peaks peaks_of(int64_t k, int64_t n, const float* packed, int64_t depth) {
  const auto columns = static_cast<size_t>(round_up(n, kPanel));
  Peaks peaks{std::vector<float>(static_cast<size_t>(k)), {static_cast<size_t>(k / depth), std::vector<float>(columns)}};
  // Magnitudes are ordered as their bits are, infinities and NaN last.
  const auto raise = [](float& peak, float x) {
    peak = std::bit_cast<float>(std::max(std::bit_cast<uint32_t>(peak), std::bit_cast<uint32_t>(x) & 0x7fffffff));
  };
  for (size_t first = 0; first < columns; first += kPanel) {
    for (size_t row = 0; row < peaks.rows.size(); ++row, packed += kPanel) {
      float* of_columns = peaks.columns[row / static_cast<size_t>(depth)].data() + first;
      for (size_t c = 0; c < kPanel; ++c) {
        raise(of_columns[c], packed[c]);
        raise(peaks.rows[row], packed[c]);
      }
    }
  }
  return peaks;
}

}  // namespace

bool gemm_may_mix(int64_t k, int64_t n, const float* packed) {
  if (!strassen_takes(k)) return false;
  const auto depth = static_cast<size_t>(k / (2 * strassen_groups(k)));
  const Peaks peaks = peaks_of(k, n, packed, static_cast<int64_t>(depth));
  for (size_t left = 0; left < peaks.columns.size(); left += 2) {
    for (size_t i = left * depth; i < (left + 1) * depth; ++i) {
      if (!may_mix(peaks.rows[i], peaks.rows[i + depth])) return false;
    }
    for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
      const float here[2] = {peaks.columns[left][i], peaks.columns[left + 1][i]};
      if (!may_mix(here[0], here[1])) return false;
      // Tiles are one or two panels wide.
      for (const size_t other : {i + kPanel, i + 2 * kPanel}) {
        if (other >= static_cast<size_t>(n)) continue;
        for (const float peak : here) {
          if (!may_mix(peak, peaks.columns[left][other]) || !may_mix(peak, peaks.columns[left + 1][other])) return false;
        }
      }
    }
  }
  return true;
}

}  // namespace gearbox::kernels
