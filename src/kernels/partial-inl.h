// Loads and stores of the first n lanes of a float vector, which touch no memory beyond them.

#if defined(GEARBOX_KERNELS_PARTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_PARTIAL_INL_H_
#undef GEARBOX_KERNELS_PARTIAL_INL_H_
#else
#define GEARBOX_KERNELS_PARTIAL_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The first n < Lanes(d) floats at `from`, then zeros.
template <class D>
HWY_INLINE hn::Vec<D> load_first(D d, const float* from, int64_t n) {
#if HWY_TARGET <= HWY_AVX2
  return hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(n)), d, from);
#else
  HWY_ALIGN float lanes[hn::MaxLanes(d)] = {};
  std::memcpy(lanes, from, static_cast<size_t>(n) * sizeof(float));
  return hn::Load(d, lanes);
#endif
}

/// Stores the first n < Lanes(d) lanes.
template <class D>
HWY_INLINE void store_first(D d, hn::Vec<D> v, float* to, int64_t n) {
#if HWY_TARGET <= HWY_AVX2
  hn::BlendedStore(v, hn::FirstN(d, static_cast<size_t>(n)), d, to);
#else
  HWY_ALIGN float lanes[hn::MaxLanes(d)];
  hn::Store(v, d, lanes);
  std::memcpy(to, lanes, static_cast<size_t>(n) * sizeof(float));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
