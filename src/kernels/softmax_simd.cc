#include <algorithm>
#include <cmath>

#include "kernels/gemm_blocking.h"
#include "kernels/simd_targets.h"
#include "kernels/softmax.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/softmax_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace soft {

using rows::V;

/// Columns that are normalised together where the axis is strided.
constexpr int64_t kColumns = 64;

/// One column block: `width` <= kColumns columns, `extent` rows `stride` apart.
HWY_INLINE void columns(SoftmaxKind kind, int64_t extent, int64_t stride, int64_t width, const float* x, float* y) {
  const rows::D d;
  HWY_ALIGN float shift[kColumns];
  HWY_ALIGN float total[kColumns];
  std::copy_n(x, width, shift);
  std::fill_n(total, width, 0.0f);
  for (int64_t i = 1; i < extent; ++i) {
    rows::zip_row(x + i * stride, shift, shift, width, [](V a, V b) HWY_ATTR { return hn::Max(a, b); });
  }
  for (int64_t i = 0; i < extent; ++i) {
    const float* from = x + i * stride;
    float* to = y + i * stride;
    const auto run = [&](int64_t j, V v) HWY_ATTR {
      const V moved = hn::Sub(v, hn::Load(d, shift + j));
      const V e = math::exp_nonpositive(d, moved);
      hn::Store(hn::Add(hn::Load(d, total + j), e), d, total + j);
      return kind == SoftmaxKind::kSoftmax ? e : moved;
    };
    rows::for_vectors(
        width, [&](int64_t j) HWY_ATTR { hn::StoreU(run(j, hn::LoadU(d, from + j)), d, to + j); },
        [&](int64_t j, int64_t left) HWY_ATTR { store_first(d, run(j, load_first(d, from + j, left)), to + j, left); });
  }
  const bool logarithm = kind == SoftmaxKind::kLogSoftmax;
  for (int64_t j = 0; j < width; ++j) total[j] = logarithm ? std::log(total[j]) : 1.0f / total[j];
  for (int64_t i = 0; i < extent; ++i) {
    float* to = y + i * stride;
    if (logarithm) {
      rows::zip_row(to, total, to, width, [](V a, V b) HWY_ATTR { return hn::Sub(a, b); });
    } else {
      rows::zip_row(to, total, to, width, [](V a, V b) HWY_ATTR { return hn::Mul(a, b); });
    }
  }
}

/// Rows of n. A row is scaled after the next one's exponentials, so that nothing waits for its sum.
HWY_INLINE void softmax_rows(int64_t count, int64_t n, const float* x, float* y) {
  float factor = 0;
  for (int64_t i = 0; i < count; ++i, x += n, y += n) {
    const float sum = rows::exp_and_sum(x, y, n, rows::max_of(x, n));
    if (i > 0) rows::scale_row(y - n, n, factor);
    factor = 1.0f / sum;
  }
  rows::scale_row(y - n, n, factor);
}

HWY_INLINE void log_softmax_row(int64_t n, const float* x, float* y) {
  const float shift = rows::max_of(x, n);
  const V s = hn::Set(rows::D(), shift);
  const V log_sum = hn::Set(rows::D(), std::log(rows::sum_of_exp(x, n, shift)));
  rows::map_row(x, y, n, [=](V v) HWY_ATTR { return hn::Sub(hn::Sub(v, s), log_sum); });
}

}  // namespace soft

/// Column blocks [begin, end) of all outer indices, or rows where inner is 1.
void softmax_range(SoftmaxKind kind, int64_t extent, int64_t inner, int64_t begin, int64_t end, const float* x, float* y) {
  if (inner == 1) {
    constexpr int64_t kLongRow = 4096;  // two of them and their results do not stay in L1
    const int64_t together = extent < kLongRow ? end - begin : 1;
    for (int64_t i = begin; i < end && kind == SoftmaxKind::kSoftmax; i += together) {
      soft::softmax_rows(together, extent, x + i * extent, y + i * extent);
    }
    for (int64_t i = begin; i < end && kind == SoftmaxKind::kLogSoftmax; ++i) soft::log_softmax_row(extent, x + i * extent, y + i * extent);
    return;
  }
  const int64_t blocks = divide_up(inner, soft::kColumns);
  for (int64_t i = begin; i < end; ++i) {
    const int64_t col = i % blocks * soft::kColumns;
    const int64_t at = i / blocks * extent * inner + col;
    soft::columns(kind, extent, inner, std::min(soft::kColumns, inner - col), x + at, y + at);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(softmax_range);

void softmax(SoftmaxKind kind, int64_t outer, int64_t extent, int64_t inner, const float* x, float* y, ThreadPool& pool) {
  constexpr int64_t kFloatsPerPiece = 8192;
  if (outer <= 0 || extent <= 0 || inner <= 0) return;
  const int64_t columns = std::min<int64_t>(inner, 64);
  const int64_t tasks = outer * divide_up(inner, 64);
  const auto run = HWY_DYNAMIC_DISPATCH(softmax_range);
  pool.parallel_for(tasks, divide_up(kFloatsPerPiece, extent * columns),
                    [&](int64_t begin, int64_t end, int) { run(kind, extent, inner, begin, end, x, y); });
}

}  // namespace gearbox::kernels
#endif
