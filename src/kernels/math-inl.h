// Vectorised elementary functions for float lanes. Polynomials and rational functions are own minimax fits (Lawson-weighted least squares);
// the stated errors are the largest over all finite floats, against double, as math_test.cc checks them.
// Constants come first in Min and Max so that NaN passes through (x86 returns the second operand of an unordered pair).

#if defined(GEARBOX_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_MATH_INL_H_
#undef GEARBOX_KERNELS_MATH_INL_H_
#else
#define GEARBOX_KERNELS_MATH_INL_H_
#endif

#include <cstddef>

#include "base/function_fractions.h"
#include "hwy/highway.h"
#include "kernels/math_table-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace math {

namespace hn = hwy::HWY_NAMESPACE;

/// c[0] + c[1] x + ... by Horner's rule, the highest coefficient first in the argument list.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V horner(D d, V, float c) {
  return hn::Set(d, c);
}
template <class D, class V = hn::Vec<D>, class... Rest>
HWY_INLINE V horner_from(D, V, V sum) {
  return sum;
}
template <class D, class V = hn::Vec<D>, class... Rest>
HWY_INLINE V horner_from(D d, V x, V sum, float c, Rest... rest) {
  return horner_from(d, x, hn::MulAdd(sum, x, hn::Set(d, c)), rest...);
}
template <class D, class V = hn::Vec<D>, class... Rest>
HWY_INLINE V horner(D d, V x, float c0, float c1, Rest... rest) {
  return horner_from(d, x, hn::Set(d, c0), c1, rest...);
}

/// x = n ln 2 + r with integer n; `rest` is exp(r) - 1, `shifted` holds n + 127 in its low bits.
template <class V>
struct ExpParts {
  V rest;
  V shifted;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE ExpParts<V> exp_parts(D d, V x) {
  const V magic = hn::Set(d, 0x1.8p23f + 127.0f);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), magic);
  const V n = hn::Sub(shifted, magic);
  const V r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x));
  const V q = horner(d, r, 0.00139505f, 0.0083689f, 0.04166621f, 0.16666519f, 0.50000001f);
  return {hn::MulAdd(hn::Mul(r, r), q, r), shifted};
}

/// exp(x) for x <= 0 (softmax, attention): relative error below 1.5e-7. Results under 1.2e-38 are anything from 0 to that; exp(-inf) = 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_nonpositive(D d, V x) {
  if constexpr (kHasTables<D>) return table::exp_nonpositive(x);
  const hn::RebindToSigned<D> di;
  const ExpParts<V> p = exp_parts(d, hn::Max(hn::Set(d, -88.0f), x));
  const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, p.shifted)));
  return hn::MulAdd(p.rest, scale, scale);
}

/// 2^n as two factors, so that subnormal and infinite results come out right.
template <class V>
struct Scale2 {
  V first;
  V second;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE Scale2<V> split_scale(D d, V shifted) {
  const hn::RebindToSigned<D> di;
  const auto n = hn::Sub(hn::BitCast(di, shifted), hn::Set(di, 0x4B400000 + 127));
  const auto half = hn::ShiftRight<1>(n);
  const auto bias = hn::Set(di, 127);
  return {hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias))), hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::Sub(n, half), bias)))};
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V clamp_exp_argument(D d, V x) {
  return hn::Min(hn::Set(d, 89.0f), hn::Max(hn::Set(d, -104.0f), x));
}

/// exp(x): relative error below 1.5e-7 for normal results.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp(D d, V x) {
  const ExpParts<V> p = exp_parts(d, clamp_exp_argument(d, x));
  const Scale2<V> s = split_scale(d, p.shifted);
  return hn::Mul(hn::MulAdd(p.rest, s.first, s.first), s.second);
}

/// exp(x) - 1: relative error below 4e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V expm1(D d, V x) {
  const V limited = hn::Min(hn::Set(d, 89.0f), hn::Max(hn::Set(d, -30.0f), x));
  const ExpParts<V> p = exp_parts(d, limited);
  const Scale2<V> s = split_scale(d, p.shifted);
  const V low = hn::MulAdd(p.rest, hn::Mul(s.first, s.second), hn::Sub(hn::Mul(s.first, s.second), hn::Set(d, 1.0f)));
  const V high = hn::Mul(hn::MulAdd(p.rest, s.first, s.first), s.second);
  return hn::IfThenElse(hn::Gt(limited, hn::Set(d, 60.0f)), high, low);
}

/// 1 / (1 + exp(-x)): relative error below 4e-7 while the result is normal.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid(D d, V x) {
  if constexpr (kHasTables<D>) return table::sigmoid(x);
  const V one = hn::Set(d, 1.0f);
  const V e = exp_nonpositive(d, hn::Neg(hn::Abs(x)));
  const V inverse = hn::Div(one, hn::Add(one, e));
  return hn::Mul(inverse, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one));
}

/// The denominator of 1 / (1 + exp(-x)), with x held above -40.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid_denominator(D d, V x) {
  if constexpr (kHasTables<D>) return table::sigmoid_denominator(x);
  const hn::RebindToSigned<D> di;
  const V limited = hn::Min(hn::Set(d, 88.0f), hn::Max(hn::Set(d, -40.0f), x));
  const ExpParts<V> p = exp_parts(d, hn::Neg(limited));
  const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, p.shifted)));
  return hn::MulAdd(p.rest, scale, hn::Add(scale, hn::Set(d, 1.0f)));
}

/// c[0] + c[1] x + ...
template <class D, size_t kCount, class V = hn::Vec<D>>
HWY_INLINE V polynomial(D d, V x, const float (&c)[kCount]) {
  V sum = hn::Set(d, c[kCount - 1]);
#pragma GCC unroll 8
  for (size_t i = 1; i < kCount; ++i) sum = hn::MulAdd(sum, x, hn::Set(d, c[kCount - 1 - i]));
  return sum;
}

/// An odd function by base/function_fractions.h: the sign of x from `limit` on.
template <class D, size_t kTop, size_t kBottom, class V = hn::Vec<D>>
HWY_INLINE V odd_and_bounded(D d, V x, const float (&top)[kTop], const float (&bottom)[kBottom], float limit) {
  const V square = hn::Mul(x, x);
  const V ratio = hn::Div(hn::Mul(x, polynomial(d, square, top)), polynomial(d, square, bottom));
  return hn::IfThenElse(hn::Ge(hn::Abs(x), hn::Set(d, limit)), hn::CopySign(hn::Set(d, 1.0f), x), ratio);
}

/// tanh(x): relative error below 5e-7, past +-1 by as much. The denominator is between 3/4 and 500.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Fraction<V> tanh_fraction(D d, V x) {
  if constexpr (kHasTables<D>) return table::tanh_fraction(x);
  const V limit = hn::Set(d, fractions::kTanhLimit);
  const V y = hn::Min(limit, hn::Max(hn::Neg(limit), x));
  const V square = hn::Mul(y, y);
  return {hn::Mul(y, polynomial(d, square, fractions::kTanhTop)), polynomial(d, square, fractions::kTanhBottom)};
}

/// tanh(x): relative error below 4e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh(D d, V x) {
  if constexpr (kHasTables<D>) return table::tanh(x);
  return odd_and_bounded(d, x, fractions::kTanhTop, fractions::kTanhBottom, fractions::kTanhLimit);
}

/// erf(x): relative error below 5e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V erf(D d, V x) {
  if constexpr (kHasTables<D>) return table::erf(x);
  return odd_and_bounded(d, x, fractions::kErfTop, fractions::kErfBottom, fractions::kErfLimit);
}

/// log(1 + x) for 0 <= x <= 1: relative error below 4e-7.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log1p_unit(D d, V x) {
  const V p = horner(d, x, 0.12376410505491374f, 0.86719297780576f, 0.9999999810156112f);
  const V q = horner(d, x, 0.03109448649811282f, 0.4740584196913763f, 1.3671910310104272f, 1.0f);
  return hn::Div(hn::Mul(x, p), q);
}

/// log(1 + exp(x)): relative error below 6e-7 while the result is normal.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V softplus(D d, V x) {
  const V tail = log1p_unit(d, exp_nonpositive(d, hn::Neg(hn::Abs(x))));
  return hn::Add(hn::Max(hn::Zero(d), x), tail);
}

/// x/2 (1 + erf(x / sqrt(2))): absolute error below 3e-7 max(1, |x|), below 3e-7 for x < -6.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V gelu_erf(D d, V x) {
  if constexpr (kHasTables<D>) return table::gelu_erf(x);
  return hn::Mul(hn::Mul(x, hn::Set(d, 0.5f)), hn::Add(erf(d, hn::Mul(x, hn::Set(d, 0.70710678f))), hn::Set(d, 1.0f)));
}

/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): absolute error below 4e-7 max(1, |x|), below 4e-7 for x < -6.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V gelu_tanh(D d, V x) {
  if constexpr (kHasTables<D>) return table::gelu_tanh(x);
  constexpr double kRoot = 0.79788456080286536;
  const V cubic = hn::MulAdd(hn::Mul(x, x), hn::Set(d, static_cast<float>(kRoot * 0.044715)), hn::Set(d, static_cast<float>(kRoot)));
  return hn::Mul(hn::Mul(x, hn::Set(d, 0.5f)), hn::Add(tanh(d, hn::Mul(x, cubic)), hn::Set(d, 1.0f)));
}

/// x tanh(log(1 + exp(x))) as x n / (n + 2) with n = exp(x) (exp(x) + 2): relative error below 1e-6 while the result is normal.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V mish(D d, V x) {
  const V two = hn::Set(d, 2.0f);
  const V e = exp(d, hn::Min(hn::Set(d, 30.0f), x));
  const V n = hn::Mul(e, hn::Add(e, two));
  return hn::Mul(x, hn::Div(n, hn::Add(n, two)));
}

}  // namespace math
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
