// Elementary functions of 16 float lanes by tables that AVX-512 looks up in registers (base/function_tables.h): an entry for the nearest
// multiple of a step replaces higher degrees. Constants come first in Min and Max so that NaN passes through.

#if defined(GEARBOX_KERNELS_MATH_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_MATH_TABLE_INL_H_
#undef GEARBOX_KERNELS_MATH_TABLE_INL_H_
#else
#define GEARBOX_KERNELS_MATH_TABLE_INL_H_
#endif

#include <type_traits>

#include "base/function_tables.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace math {

namespace hn = hwy::HWY_NAMESPACE;

/// A value as numerator / denominator, for formulas that divide once for several functions.
template <class V>
struct Fraction {
  V numerator;
  V denominator;
};

#if HWY_TARGET <= HWY_AVX3

/// Whether vectors of D look up tables of 16 and 32 entries at once.
template <class D>
inline constexpr bool kHasTables = std::is_same_v<hn::Vec<D>, hn::Vec<hn::CappedTag<float, 16>>>;

namespace table {

using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;
using Index = hn::Vec<hn::RebindToSigned<D>>;

/// entries[low 4 bits of the index].
HWY_INLINE V lookup16(Index index, const float* entries) { return V{_mm512_permutexvar_ps(index.raw, hn::Load(D(), entries).raw)}; }
/// entries[low 5 bits of the index].
HWY_INLINE V lookup32(Index index, const float* entries) {
  const D d;
  return V{_mm512_permutex2var_ps(hn::Load(d, entries).raw, index.raw, hn::Load(d, entries + 16).raw)};
}

/// The nearest multiple of a step, which is a power of two.
struct Nearest {
  Index count;  ///< the low bits: how many steps
  V rest;       ///< x less that multiple
};

HWY_INLINE Nearest nearest(V x, float step) {
  const D d;
  const V magic = hn::Set(d, 0x1.8p23f * step);
  const V shifted = hn::Add(x, magic);
  return {hn::BitCast(hn::RebindToSigned<D>(), shifted), hn::Sub(x, hn::Sub(shifted, magic))};
}

/// The polynomial in the rest of the entry `count`, whose coefficient of t^i is rows[i][count].
HWY_INLINE V piece(const Nearest& at, const float (&rows)[5][32]) {
  V sum = lookup32(at.count, rows[4]);
#pragma GCC unroll 4
  for (int i = 3; i >= 0; --i) sum = hn::MulAdd(sum, at.rest, lookup32(at.count, rows[i]));
  return sum;
}

/// max(x, 0); NaN at minus infinity, as x times 0 is.
HWY_INLINE V positive_part(V x) {
  constexpr int kBySign = 0x18131122;  // x, but +0 for negative numbers; quiet NaNs for NaN and minus infinity
  return V{_mm512_fixupimm_ps(x.raw, x.raw, _mm512_set1_epi32(kBySign), 0)};
}

/// The smaller of |x| and the positive limit; the limit for NaN.
HWY_INLINE V magnitude_up_to(V x, float limit) {
  constexpr int kSmallerMagnitude = 2, kWithoutSign = 8;
  return V{_mm512_range_ps(x.raw, hn::Set(D(), limit).raw, kSmallerMagnitude | kWithoutSign)};
}

/// max(x, 0) - tail(|x|), where the tail is 0 from 23/4 on.
HWY_INLINE V rectified(V x, const float (&tail)[5][32]) {
  return hn::Sub(positive_part(x), piece(nearest(magnitude_up_to(x, 5.75f), 0.25f), tail));
}

/// exp(x) 2^scale where that is a normal number or, with x = -127 ln(2) and no scale, 0.
HWY_INLINE V exp_scaled(V x, float scale) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V magic = hn::Set(d, 0x1.8p19f + scale);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), magic);
  const V power = hn::Sub(shifted, magic);
  const V r = hn::MulAdd(power, hn::Set(d, 1.90465421e-9f), hn::NegMulAdd(power, hn::Set(d, 0x1.62e430p-1f), x));
  const Index count = hn::BitCast(di, shifted);
  const auto root = hn::BitCast(di, lookup16(count, reinterpret_cast<const float*>(tables::kRootBits)));
  const V base = hn::BitCast(d, hn::Add(root, hn::ShiftLeft<19>(count)));
  const V rest = hn::MulAdd(r, hn::Set(d, tables::kExpRest[1]), hn::Set(d, tables::kExpRest[0]));
  return hn::MulAdd(hn::Mul(base, r), hn::MulAdd(rest, r, hn::Set(d, 1.0f)), base);
}

HWY_INLINE V exp_nonpositive(V x) { return exp_scaled(hn::Max(hn::Set(D(), -88.02969f), x), 0); }

/// s / (s + s exp(-x)) with s = 2^-24: s exp(105) is finite still.
HWY_INLINE V sigmoid(V x) {
  const D d;
  const V scale = hn::Set(d, 0x1p-24f);
  const V limited = hn::Max(hn::Set(d, -105.0f), hn::Min(hn::Set(d, 40.0f), x));
  return hn::Div(scale, hn::Add(exp_scaled(hn::Neg(limited), -24), scale));
}

HWY_INLINE V sigmoid_denominator(V x) {
  const D d;
  const V limited = hn::Min(hn::Set(d, 40.0f), hn::Max(hn::Set(d, -40.0f), x));
  return hn::Add(exp_scaled(hn::Neg(limited), 0), hn::Set(d, 1.0f));
}

/// (a + b) / (1 + a b) with a = tanh of the nearest half and b = tanh of the rest. The denominator is between 3/4 and 5/4.
HWY_INLINE Fraction<V> tanh_fraction(V x) {
  const D d;
  const Nearest half = nearest(hn::Min(hn::Set(d, 9.5f), hn::Abs(x)), 0.5f);
  const V a = lookup32(half.count, tables::kTanhHalves);
  const V square = hn::Mul(half.rest, half.rest);
  const V outer = hn::MulAdd(square, hn::Set(d, tables::kTanhRest[2]), hn::Set(d, tables::kTanhRest[1]));
  const V rest = hn::MulAdd(square, outer, hn::Set(d, tables::kTanhRest[0]));
  const V b = hn::MulAdd(hn::Mul(half.rest, square), rest, half.rest);
  return {hn::CopySign(hn::Add(a, b), x), hn::MulAdd(a, b, hn::Set(d, 1.0f))};
}

HWY_INLINE V tanh(V x) {
  const Fraction<V> t = tanh_fraction(x);
  return hn::Div(t.numerator, t.denominator);
}

HWY_INLINE V erf(V x) {
  const V magnitude = hn::Min(hn::Set(D(), 3.875f), hn::Abs(x));
  return hn::CopySign(piece(nearest(magnitude, 0.125f), tables::kErf), x);
}

HWY_INLINE V gelu_erf(V x) { return rectified(x, tables::kGeluTail); }
HWY_INLINE V gelu_tanh(V x) { return rectified(x, tables::kGeluTanhTail); }

}  // namespace table

#else

template <class D>
inline constexpr bool kHasTables = false;

/// Named behind kHasTables only.
namespace table {
template <class V>
V exp_nonpositive(V x);
template <class V>
V sigmoid(V x);
template <class V>
V sigmoid_denominator(V x);
template <class V>
Fraction<V> tanh_fraction(V x);
template <class V>
V tanh(V x);
template <class V>
V erf(V x);
template <class V>
V gelu_erf(V x);
template <class V>
V gelu_tanh(V x);
}  // namespace table

#endif

}  // namespace math
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
