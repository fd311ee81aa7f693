// Eight floats as one value on every instruction set: one vector, or two halves under SSE4. Per-target include guard as Highway asks.
#if defined(GEARBOX_KERNELS_LAYOUT8_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_LAYOUT8_INL_H_
#undef GEARBOX_KERNELS_LAYOUT8_INL_H_
#else
#define GEARBOX_KERNELS_LAYOUT8_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D8 = hn::CappedTag<float, 8>;

#if HWY_MAX_BYTES >= 32
using F8 = hn::Vec<D8>;
HWY_INLINE F8 zero8() { return hn::Zero(D8()); }
HWY_INLINE F8 set8(float x) { return hn::Set(D8(), x); }
HWY_INLINE F8 load8(const float* p) { return hn::LoadU(D8(), p); }
HWY_INLINE void store8(F8 v, float* p) { hn::StoreU(v, D8(), p); }
HWY_INLINE F8 add8(F8 a, F8 b) { return hn::Add(a, b); }
HWY_INLINE F8 sub8(F8 a, F8 b) { return hn::Sub(a, b); }
HWY_INLINE F8 mul8(F8 a, F8 b) { return hn::Mul(a, b); }
/// a b + c
HWY_INLINE F8 mul_add8(F8 a, F8 b, F8 c) { return hn::MulAdd(a, b, c); }
/// c - a b
HWY_INLINE F8 neg_mul_add8(F8 a, F8 b, F8 c) { return hn::NegMulAdd(a, b, c); }
/// The larger; a NaN in `b` passes through.
HWY_INLINE F8 max8(F8 a, F8 b) { return hn::Max(a, b); }
/// The larger; NaN where either is.
HWY_INLINE F8 larger8(F8 a, F8 b) { return hn::IfThenElse(hn::IsNaN(a), a, hn::Max(a, b)); }
/// The smaller; a NaN in `b` passes through.
HWY_INLINE F8 min8(F8 a, F8 b) { return hn::Min(a, b); }
/// `v`, loaded into a register. GCC loads a value with both of two instructions that use it.
#if HWY_ARCH_X86
HWY_INLINE F8 in_register8(F8 v) {
  asm("" : "+v"(v.raw));
  return v;
}
#else
HWY_INLINE F8 in_register8(F8 v) { return v; }
#endif
#else
struct F8 {
  hn::Vec<D8> lo, hi;
};
HWY_INLINE F8 zero8() { return {hn::Zero(D8()), hn::Zero(D8())}; }
HWY_INLINE F8 set8(float x) { return {hn::Set(D8(), x), hn::Set(D8(), x)}; }
HWY_INLINE F8 load8(const float* p) { return {hn::LoadU(D8(), p), hn::LoadU(D8(), p + 4)}; }
HWY_INLINE void store8(F8 v, float* p) {
  hn::StoreU(v.lo, D8(), p);
  hn::StoreU(v.hi, D8(), p + 4);
}
HWY_INLINE F8 add8(F8 a, F8 b) { return {hn::Add(a.lo, b.lo), hn::Add(a.hi, b.hi)}; }
HWY_INLINE F8 sub8(F8 a, F8 b) { return {hn::Sub(a.lo, b.lo), hn::Sub(a.hi, b.hi)}; }
HWY_INLINE F8 mul8(F8 a, F8 b) { return {hn::Mul(a.lo, b.lo), hn::Mul(a.hi, b.hi)}; }
HWY_INLINE F8 mul_add8(F8 a, F8 b, F8 c) { return {hn::MulAdd(a.lo, b.lo, c.lo), hn::MulAdd(a.hi, b.hi, c.hi)}; }
HWY_INLINE F8 neg_mul_add8(F8 a, F8 b, F8 c) { return {hn::NegMulAdd(a.lo, b.lo, c.lo), hn::NegMulAdd(a.hi, b.hi, c.hi)}; }
HWY_INLINE F8 max8(F8 a, F8 b) { return {hn::Max(a.lo, b.lo), hn::Max(a.hi, b.hi)}; }
HWY_INLINE F8 larger8(F8 a, F8 b) {
  const F8 max = max8(a, b);
  return {hn::IfThenElse(hn::IsNaN(a.lo), a.lo, max.lo), hn::IfThenElse(hn::IsNaN(a.hi), a.hi, max.hi)};
}
HWY_INLINE F8 min8(F8 a, F8 b) { return {hn::Min(a.lo, b.lo), hn::Min(a.hi, b.hi)}; }
HWY_INLINE F8 in_register8(F8 v) { return v; }
#endif

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
