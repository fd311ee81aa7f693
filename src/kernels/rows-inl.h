// Passes over one row of floats, shared by softmax, attention and normalisation.

#if defined(GEARBOX_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_ROWS_INL_H_
#undef GEARBOX_KERNELS_ROWS_INL_H_
#else
#define GEARBOX_KERNELS_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"
#include "kernels/math-inl.h"
#include "kernels/partial-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace rows {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

/// Calls whole(i) for full vectors of a row and part(i, left) for its tail.
template <class Whole, class Part>
HWY_INLINE void for_vectors(int64_t n, const Whole& whole, const Part& part) {
  int64_t i = 0;
  for (; i + lanes() <= n; i += lanes()) whole(i);
  if (i < n) part(i, n - i);
}

/// y = f(x), lane by lane.
template <class F>
HWY_INLINE void map_row(const float* x, float* y, int64_t n, const F& f) {
  const D d;
  for_vectors(
      n, [&](int64_t i) HWY_ATTR { hn::StoreU(f(hn::LoadU(d, x + i)), d, y + i); },
      [&](int64_t i, int64_t left) HWY_ATTR { store_first(d, f(load_first(d, x + i, left)), y + i, left); });
}

/// z = f(x, y), lane by lane.
template <class F>
HWY_INLINE void zip_row(const float* x, const float* y, float* z, int64_t n, const F& f) {
  const D d;
  for_vectors(
      n, [&](int64_t i) HWY_ATTR { hn::StoreU(f(hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, z + i); },
      [&](int64_t i, int64_t left) HWY_ATTR { store_first(d, f(load_first(d, x + i, left), load_first(d, y + i, left)), z + i, left); });
}

/// Folds a row with `step(accumulator, x)` from `start` in four independent accumulators and joins them with `join`.
/// Lanes past the end of the row leave their accumulator alone.
template <class Step, class Join>
HWY_INLINE V fold_row(const float* x, int64_t n, V start, const Step& step, const Join& join) {
  const D d;
  V a0 = start, a1 = start, a2 = start, a3 = start;
  int64_t i = 0;
  for (; i + 4 * lanes() <= n; i += 4 * lanes()) {
    a0 = step(a0, hn::LoadU(d, x + i));
    a1 = step(a1, hn::LoadU(d, x + i + lanes()));
    a2 = step(a2, hn::LoadU(d, x + i + 2 * lanes()));
    a3 = step(a3, hn::LoadU(d, x + i + 3 * lanes()));
  }
  for (; i + lanes() <= n; i += lanes()) a0 = step(a0, hn::LoadU(d, x + i));
  if (i < n) a1 = hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(n - i)), step(a1, load_first(d, x + i, n - i)), a1);
  return join(join(a0, a1), join(a2, a3));
}

/// The largest element; NaNs are passed over. -inf for an empty row.
HWY_INLINE float max_of(const float* x, int64_t n) {
  const D d;
  const auto max = [](V a, V b) HWY_ATTR { return hn::Max(b, a); };
  return hn::GetLane(hn::MaxOfLanes(d, fold_row(x, n, hn::Set(d, -std::numeric_limits<float>::infinity()), max, max)));
}

HWY_INLINE float sum_of(const float* x, int64_t n) {
  const D d;
  const auto add = [](V a, V b) HWY_ATTR { return hn::Add(a, b); };
  return hn::GetLane(hn::SumOfLanes(d, fold_row(x, n, hn::Zero(d), add, add)));
}

/// y = exp(x - shift) where x <= shift; returns sums that together are the row's. y may be x.
HWY_INLINE V exp_and_sums(const float* x, float* y, int64_t n, float shift) {
  const D d;
  const V s = hn::Set(d, shift);
  V sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  int64_t i = 0;
  for (; i + 2 * lanes() <= n; i += 2 * lanes()) {
    const V e0 = math::exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i), s));
    const V e1 = math::exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i + lanes()), s));
    hn::StoreU(e0, d, y + i);
    hn::StoreU(e1, d, y + i + lanes());
    sum0 = hn::Add(sum0, e0);
    sum1 = hn::Add(sum1, e1);
  }
  if (i + lanes() <= n) {
    const V e = math::exp_nonpositive(d, hn::Sub(hn::LoadU(d, x + i), s));
    hn::StoreU(e, d, y + i);
    sum0 = hn::Add(sum0, e);
    i += lanes();
  }
  if (i < n) {
    const V e = math::exp_nonpositive(d, hn::Sub(load_first(d, x + i, n - i), s));
    store_first(d, e, y + i, n - i);
    sum1 = hn::Add(sum1, hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(n - i)), e));
  }
  return hn::Add(sum0, sum1);
}

/// y = exp(x - shift) where x <= shift; returns the sum. y may be x.
HWY_INLINE float exp_and_sum(const float* x, float* y, int64_t n, float shift) {
  return hn::GetLane(hn::SumOfLanes(D(), exp_and_sums(x, y, n, shift)));
}

/// The sum of exp(x - shift) where x <= shift.
HWY_INLINE float sum_of_exp(const float* x, int64_t n, float shift) {
  const D d;
  const V s = hn::Set(d, shift);
  const auto add = [](V a, V b) HWY_ATTR { return hn::Add(a, b); };
  const auto step = [=](V a, V v) HWY_ATTR { return hn::Add(a, math::exp_nonpositive(d, hn::Sub(v, s))); };
  return hn::GetLane(hn::SumOfLanes(d, fold_row(x, n, hn::Zero(d), step, add)));
}

HWY_INLINE void scale_row(float* x, int64_t n, float factor) {
  const V f = hn::Set(D(), factor);
  map_row(x, x, n, [=](V v) HWY_ATTR { return hn::Mul(v, f); });
}

}  // namespace rows
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
