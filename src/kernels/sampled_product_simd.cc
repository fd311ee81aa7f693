#include <algorithm>

#include "kernels/sampled_product.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sampled_product_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/gemm_blocking.h"
#include "kernels/partial-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace sampling {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;

/// Rows of a block that are in registers at a time.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kRows = 4;
#else
inline constexpr int kRows = 2;
#endif
inline constexpr int kColumns = SamplePlan::kBlock;
/// Vectors of depth without a branch: blocks are so short that the end of a loop, mispredicted, costs as much as the loop.
inline constexpr int64_t kSteps = 4;

/// Within each 128-bit block the sums of four vectors: lane j of a block is the sum of its lanes in v[j].
HWY_INLINE V sum_lanes(D d, const V (&v)[4]) {
  const V even = hn::Add(hn::InterleaveLower(d, v[0], v[2]), hn::InterleaveUpper(d, v[0], v[2]));
  const V odd = hn::Add(hn::InterleaveLower(d, v[1], v[3]), hn::InterleaveUpper(d, v[1], v[3]));
  return hn::Add(hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd));
}

/// Stores the two 128-bit blocks of a vector.
template <class V8>
HWY_INLINE void store_blocks(V8 v, float* first, float* second) {
  const hn::Full128<float> block;
  hn::StoreU(hn::LowerHalf(block, v), block, first);
  hn::StoreU(hn::UpperHalf(block, v), block, second);
}

/// Stores the sums of each vector's 128-bit blocks, ldc apart.
HWY_INLINE void store_sums_of_blocks([[maybe_unused]] D d, const V (&v)[kRows], float* c, int64_t ldc) {
#if HWY_TARGET <= HWY_AVX3
  const V low = hn::Add(hn::ConcatLowerLower(d, v[1], v[0]), hn::ConcatUpperUpper(d, v[1], v[0]));   // of rows 0 0 1 1
  const V high = hn::Add(hn::ConcatLowerLower(d, v[3], v[2]), hn::ConcatUpperUpper(d, v[3], v[2]));  // of rows 2 2 3 3
  const V all = hn::Add(hn::OddEvenBlocks(high, low), hn::SwapAdjacentBlocks(hn::OddEvenBlocks(low, high)));
  const hn::Half<D> half;
  store_blocks(hn::LowerHalf(half, all), c, c + 2 * ldc);
  store_blocks(hn::UpperHalf(half, all), c + ldc, c + 3 * ldc);
#elif HWY_TARGET <= HWY_AVX2
  store_blocks(hn::Add(hn::ConcatLowerLower(d, v[1], v[0]), hn::ConcatUpperUpper(d, v[1], v[0])), c, c + ldc);
#else
  hn::StoreU(v[0], d, c);
  hn::StoreU(v[1], d, c + ldc);
#endif
}

/// c[i * ldc + j] = sum over k < depth of a[i * depth + k] b[j * depth + k] for i < kRows, j < kColumns.
HWY_INLINE void dot_rows(const float* a, const float* b, int64_t depth, float* c, int64_t ldc) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V sum[kRows][kColumns];
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
    for (int j = 0; j < kColumns; ++j) sum[i][j] = hn::Zero(d);
  }
  const auto add = [&](const auto& load) HWY_ATTR {
    V x[kRows];
#pragma GCC unroll 4
    for (int i = 0; i < kRows; ++i) x[i] = load(a + i * depth);
#pragma GCC unroll 4
    for (int j = 0; j < kColumns; ++j) {
      const V y = load(b + j * depth);
#pragma GCC unroll 4
      for (int i = 0; i < kRows; ++i) sum[i][j] = hn::MulAdd(x[i], y, sum[i][j]);
    }
  };
  int64_t k = 0;
  for (; k + kSteps * lanes <= depth; k += kSteps * lanes) {
#pragma GCC unroll 4
    for (int64_t s = 0; s < kSteps; ++s) add([&](const float* row) HWY_ATTR { return hn::LoadU(d, row + k + s * lanes); });
  }
  for (; k + lanes <= depth; k += lanes) add([&](const float* row) HWY_ATTR { return hn::LoadU(d, row + k); });
  if (k < depth) add([&](const float* row) HWY_ATTR { return load_first(d, row + k, depth - k); });
  V total[kRows];
#pragma GCC unroll 4
  for (int i = 0; i < kRows; ++i) total[i] = sum_lanes(d, sum[i]);
  store_sums_of_blocks(d, total, c, ldc);
}

/// Copies a run; where as many floats as runs have at most fit into `room`, what is behind it is overwritten.
HWY_INLINE void copy_run(const float* from, int64_t count, int64_t room, float* to) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (room >= SamplePlan::kRun) {
#pragma GCC unroll 4
    for (int64_t i = 0; i < SamplePlan::kRun; i += lanes) hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    return;
  }
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::LoadU(d, from + i), d, to + i);
  if (i < count) store_first(d, load_first(d, from + i, count - i), to + i, count - i);
}

}  // namespace sampling

/// One entry of the batch. `c` holds plan.rows() x plan.ld() floats, and a run more.
void sampled_product_entry(const SamplePlan& plan, const float* a, const float* b, int64_t depth, float* c, float* out) {
  const int64_t ldc = plan.ld();
  for (const SamplePlan::Block& block : plan.blocks()) {
    for (int64_t row = block.row; row < block.row + SamplePlan::kBlock; row += sampling::kRows) {
      sampling::dot_rows(a + row * depth, b + block.column * depth, depth, c + row * ldc + block.column, ldc);
    }
  }
  for (const SamplePlan::Run& run : plan.runs()) sampling::copy_run(c + run.from, run.count, plan.samples() - run.sample, out + run.sample);
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(sampled_product_entry);

namespace sampling_driver {

/// Multiply-adds below which a second thread costs more than it saves.
constexpr int64_t kSerialWork = 100'000;

int64_t product_floats(const SamplePlan& plan) { return plan.rows() * plan.ld() + SamplePlan::kRun; }

}  // namespace sampling_driver

int64_t sampled_product_scratch_bytes(const SamplePlan& plan, int threads) {
  return threads * sampling_driver::product_floats(plan) * static_cast<int64_t>(sizeof(float));
}

void sampled_product(const SampledProductArgs& g, ThreadPool& pool, void* scratch) {
  if (g.batch <= 0 || g.plan.samples() == 0) return;
  const auto entry = HWY_DYNAMIC_DISPATCH(sampled_product_entry);
  const int64_t work = std::max<int64_t>(1, static_cast<int64_t>(g.plan.blocks().size()) * SamplePlan::kBlock * SamplePlan::kBlock * g.k);
  pool.parallel_for(g.batch, divide_up(sampling_driver::kSerialWork, work), [&](int64_t begin, int64_t end, int thread) {
    float* c = static_cast<float*>(scratch) + thread * sampling_driver::product_floats(g.plan);
    for (int64_t i = begin; i < end; ++i) {
      entry(g.plan, g.a + i * g.a_batch_stride, g.b + i * g.b_batch_stride, g.k, c, g.out + i * g.plan.samples());
    }
  });
}

}  // namespace gearbox::kernels
#endif
