#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/activation_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/activation.h"
#include "kernels/epilogue-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

void activate_impl(ActivationCall call, const float* x, float* y, int64_t n) { apply_activation(hn::ScalableTag<float>(), call, x, y, n); }

void apply_epilogue_impl(const Epilogue& epilogue, const EpilogueTile& tile) { apply_epilogue(hn::ScalableTag<float>(), epilogue, tile); }

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(activate_impl);
HWY_EXPORT(apply_epilogue_impl);

void activate(ActivationCall call, const float* x, float* y, int64_t n) { HWY_DYNAMIC_DISPATCH(activate_impl)(call, x, y, n); }

void apply_epilogue(const Epilogue& epilogue, const EpilogueTile& tile) { HWY_DYNAMIC_DISPATCH(apply_epilogue_impl)(epilogue, tile); }

}  // namespace gearbox::kernels
#endif
