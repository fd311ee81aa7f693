// Packing of run-time right-hand matrices, and products with one row that need no packing.

#if defined(GEARBOX_KERNELS_GEMM_PANELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_GEMM_PANELS_INL_H_
#undef GEARBOX_KERNELS_GEMM_PANELS_INL_H_
#else
#define GEARBOX_KERNELS_GEMM_PANELS_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "kernels/gemm_blocking.h"
#include "kernels/transpose4-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace gemm {

namespace hn = hwy::HWY_NAMESPACE;

/// Columns [begin, end) of a panel, one element at a time.
HWY_INLINE void pack_columns(const float* from, int64_t row_stride, int64_t col_stride, int64_t depth, int64_t begin, int64_t end,
                             float* to) {
  for (int64_t k = 0; k < depth; ++k) {
    for (int64_t c = begin; c < end; ++c) to[k * kPanel + c] = from[k * row_stride + c * col_stride];
  }
}

/// One panel: to[k * 16 + c] = from[k * row_stride + c * col_stride], zeros from column `cols` on.
HWY_INLINE void pack_panel(const float* from, int64_t row_stride, int64_t col_stride, int64_t depth, int64_t cols, float* to) {
  if (cols == kPanel && col_stride == 1) {
    for (int64_t k = 0; k < depth; ++k) std::memcpy(to + k * kPanel, from + k * row_stride, kPanel * sizeof(float));
    return;
  }
  if (cols < kPanel) std::memset(to, 0, static_cast<size_t>(depth * kPanel) * sizeof(float));
  if (row_stride != 1) return pack_columns(from, row_stride, col_stride, depth, 0, cols, to);
  int64_t k = 0;
  for (; k + 4 <= depth; k += 4) {
    int64_t c = 0;
    for (; c + 8 <= cols; c += 8) tiles::transpose_8x4(from + k + c * col_stride, col_stride, to + k * kPanel + c, kPanel);
    if (c + 4 <= cols) {
      tiles::transpose_4x4(from + k + c * col_stride, col_stride, to + k * kPanel + c, kPanel);
      c += 4;
    }
    pack_columns(from + k, 1, col_stride, 4, c, cols, to + k * kPanel);
  }
  pack_columns(from + k, 1, col_stride, depth - k, 0, cols, to + k * kPanel);
}

/// depth x cols of a strided matrix as consecutive panels.
HWY_INLINE void pack_panels(const float* from, int64_t row_stride, int64_t col_stride, int64_t depth, int64_t cols, float* to) {
  for (int64_t c = 0; c < cols; c += kPanel, to += depth * kPanel) {
    pack_panel(from + c * col_stride, row_stride, col_stride, depth, std::min(kPanel, cols - c), to);
  }
}

/// out[j] = sum over k of x[k] rows[j * stride + k] for j < count.
HWY_INLINE void dot_rows(const float* x, const float* rows, int64_t stride, int64_t depth, int64_t count, float* out) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto tail = [&](const float* row, int64_t k) HWY_ATTR {
    float sum = 0;
    for (; k < depth; ++k) sum += x[k] * row[k];
    return sum;
  };
  int64_t j = 0;
  for (; j + 4 <= count; j += 4) {
    const float* r = rows + j * stride;
    auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
    int64_t k = 0;
    for (; k + lanes <= depth; k += lanes) {
      const auto v = hn::LoadU(d, x + k);
      s0 = hn::MulAdd(v, hn::LoadU(d, r + k), s0);
      s1 = hn::MulAdd(v, hn::LoadU(d, r + stride + k), s1);
      s2 = hn::MulAdd(v, hn::LoadU(d, r + 2 * stride + k), s2);
      s3 = hn::MulAdd(v, hn::LoadU(d, r + 3 * stride + k), s3);
    }
    tiles::transpose_blocks(d, s0, s1, s2, s3);
    const auto sum = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
    HWY_ALIGN float parts[hn::MaxLanes(d)];
    hn::Store(sum, d, parts);
    for (int64_t i = 0; i < 4; ++i) {
      float total = tail(r + i * stride, k);
      for (int64_t block = 0; block < lanes; block += 4) total += parts[block + i];
      out[j + i] = total;
    }
  }
  for (; j < count; ++j) {
    const float* r = rows + j * stride;
    auto s = hn::Zero(d);
    int64_t k = 0;
    for (; k + lanes <= depth; k += lanes) s = hn::MulAdd(hn::LoadU(d, x + k), hn::LoadU(d, r + k), s);
    out[j] = hn::GetLane(hn::SumOfLanes(d, s)) + tail(r, k);
  }
}

}  // namespace gemm
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
