// Activations of sums in registers. Per-target include guard as Highway asks.
#if defined(GEARBOX_KERNELS_CONV_REGISTER_STEPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_CONV_REGISTER_STEPS_INL_H_
#undef GEARBOX_KERNELS_CONV_REGISTER_STEPS_INL_H_
#else
#define GEARBOX_KERNELS_CONV_REGISTER_STEPS_INL_H_
#endif

#include "kernels/conv_register_steps.h"
#include "kernels/layout8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
/// sum[i] = activation(sum[i])
template <int kCount>
HWY_INLINE void activate(const RegisterActivation& activation, F8 (&sum)[kCount]) {
  const F8 low = set8(activation.low), high = set8(activation.high);
  if (activation.kind == RegisterActivation::kLeast) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = max8(low, sum[i]);
  } else if (activation.kind == RegisterActivation::kClamp) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = min8(high, max8(low, sum[i]));
  } else if (activation.kind == RegisterActivation::kHardSwish) {
    const F8 slope = set8(activation.slope), middle = set8(activation.middle), shift = set8(activation.shift);
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = mul_add8(sum[i], min8(high, max8(low, mul_add8(sum[i], slope, middle))), shift);
  }
}

#if HWY_TARGET == HWY_AVX3
using D16 = hn::FixedTag<float, 16>;
using F16 = hn::Vec<D16>;

/// sum[i] = activation(sum[i])
template <int kCount>
HWY_INLINE void activate(const RegisterActivation& activation, F16 (&sum)[kCount]) {
  const D16 d;
  const F16 low = hn::Set(d, activation.low), high = hn::Set(d, activation.high);
  if (activation.kind == RegisterActivation::kLeast) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = hn::Max(low, sum[i]);
  } else if (activation.kind == RegisterActivation::kClamp) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = hn::Min(high, hn::Max(low, sum[i]));
  } else if (activation.kind == RegisterActivation::kHardSwish) {
    const F16 slope = hn::Set(d, activation.slope), middle = hn::Set(d, activation.middle), shift = hn::Set(d, activation.shift);
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) sum[i] = hn::MulAdd(sum[i], hn::Min(high, hn::Max(low, hn::MulAdd(sum[i], slope, middle))), shift);
  }
}
#endif

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
