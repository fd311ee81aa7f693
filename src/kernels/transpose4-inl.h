// Transposes of small float tiles in registers.

#if defined(GEARBOX_KERNELS_TRANSPOSE4_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_TRANSPOSE4_INL_H_
#undef GEARBOX_KERNELS_TRANSPOSE4_INL_H_
#else
#define GEARBOX_KERNELS_TRANSPOSE4_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace tiles {

namespace hn = hwy::HWY_NAMESPACE;

/// Transposes the 4 x 4 floats that four vectors hold, within each 128-bit block.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_blocks(D d, V& a, V& b, V& c, V& e) {
  const hn::Repartition<double, D> d2;
  const V ab_low = hn::InterleaveLower(d, a, b), ab_high = hn::InterleaveUpper(d, a, b);
  const V ce_low = hn::InterleaveLower(d, c, e), ce_high = hn::InterleaveUpper(d, c, e);
  a = hn::BitCast(d, hn::InterleaveLower(d2, hn::BitCast(d2, ab_low), hn::BitCast(d2, ce_low)));
  b = hn::BitCast(d, hn::InterleaveUpper(d2, hn::BitCast(d2, ab_low), hn::BitCast(d2, ce_low)));
  c = hn::BitCast(d, hn::InterleaveLower(d2, hn::BitCast(d2, ab_high), hn::BitCast(d2, ce_high)));
  e = hn::BitCast(d, hn::InterleaveUpper(d2, hn::BitCast(d2, ab_high), hn::BitCast(d2, ce_high)));
}

/// to[j * to_ld + i] = from[i * from_ld + j] for i < 4, j < 4.
HWY_INLINE void transpose_4x4(const float* from, int64_t from_ld, float* to, int64_t to_ld) {
  const hn::Full128<float> d;
  auto a = hn::LoadU(d, from), b = hn::LoadU(d, from + from_ld), c = hn::LoadU(d, from + 2 * from_ld), e = hn::LoadU(d, from + 3 * from_ld);
  transpose_blocks(d, a, b, c, e);
  hn::StoreU(a, d, to);
  hn::StoreU(b, d, to + to_ld);
  hn::StoreU(c, d, to + 2 * to_ld);
  hn::StoreU(e, d, to + 3 * to_ld);
}

/// to[j * to_ld + i] = from[i * from_ld + j] for i < 8, j < 4.
HWY_INLINE void transpose_8x4(const float* from, int64_t from_ld, float* to, int64_t to_ld) {
#if HWY_MAX_BYTES >= 32
  const hn::Full128<float> d4;
  const hn::CappedTag<float, 8> d8;
  const auto load = [&](int i)
                        HWY_ATTR { return hn::Combine(d8, hn::LoadU(d4, from + (i + 4) * from_ld), hn::LoadU(d4, from + i * from_ld)); };
  auto a = load(0), b = load(1), c = load(2), e = load(3);
  transpose_blocks(d8, a, b, c, e);
  hn::StoreU(a, d8, to);
  hn::StoreU(b, d8, to + to_ld);
  hn::StoreU(c, d8, to + 2 * to_ld);
  hn::StoreU(e, d8, to + 3 * to_ld);
#else
  transpose_4x4(from, from_ld, to, to_ld);
  transpose_4x4(from + 4 * from_ld, from_ld, to + 4, to_ld);
#endif
}

}  // namespace tiles
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
