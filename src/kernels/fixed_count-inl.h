// From a count known at run time to code with the count built in.

#if defined(GEARBOX_KERNELS_FIXED_COUNT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_FIXED_COUNT_INL_H_
#undef GEARBOX_KERNELS_FIXED_COUNT_INL_H_
#else
#define GEARBOX_KERNELS_FIXED_COUNT_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

/// Calls run(std::integral_constant<int, N>()) with N == count, where that is 1 to kMost.
template <int kMost, int kFirst = 1, class Run>
HWY_INLINE void with_fixed(int64_t count, const Run& run) {
  if constexpr (kFirst <= kMost) {
    if (count == kFirst) return run(std::integral_constant<int, kFirst>());
    with_fixed<kMost, kFirst + 1>(count, run);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
