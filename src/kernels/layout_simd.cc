#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layout_simd.cc"
#include <algorithm>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/layout.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace layout {

namespace hn = hwy::HWY_NAMESPACE;
using D4 = hn::Full128<float>;
using V4 = hn::Vec<D4>;

/// Rows become columns in a 4 x 4 tile.
HWY_INLINE void transpose4(V4& a, V4& b, V4& c, V4& d) {
  const D4 d4;
  const hn::Repartition<double, D4> d2;
  const V4 ab_lo = hn::InterleaveLower(d4, a, b), ab_hi = hn::InterleaveUpper(d4, a, b);
  const V4 cd_lo = hn::InterleaveLower(d4, c, d), cd_hi = hn::InterleaveUpper(d4, c, d);
  a = hn::BitCast(d4, hn::InterleaveLower(d2, hn::BitCast(d2, ab_lo), hn::BitCast(d2, cd_lo)));
  b = hn::BitCast(d4, hn::InterleaveUpper(d2, hn::BitCast(d2, ab_lo), hn::BitCast(d2, cd_lo)));
  c = hn::BitCast(d4, hn::InterleaveLower(d2, hn::BitCast(d2, ab_hi), hn::BitCast(d2, cd_hi)));
  d = hn::BitCast(d4, hn::InterleaveUpper(d2, hn::BitCast(d2, ab_hi), hn::BitCast(d2, cd_hi)));
}

/// One 4 x 4 tile from rows `from_ld` apart to rows `to_ld` apart, transposed. Only `reads` rows exist, the others count as zeros; only
/// `writes` rows are stored.
HWY_INLINE void move4(const float* from, int64_t from_ld, int64_t reads, float* to, int64_t to_ld, int64_t writes) {
  const D4 d4;
  V4 a = hn::LoadU(d4, from);
  V4 b = reads > 1 ? hn::LoadU(d4, from + from_ld) : hn::Zero(d4);
  V4 c = reads > 2 ? hn::LoadU(d4, from + 2 * from_ld) : hn::Zero(d4);
  V4 d = reads > 3 ? hn::LoadU(d4, from + 3 * from_ld) : hn::Zero(d4);
  transpose4(a, b, c, d);
  hn::StoreU(a, d4, to);
  if (writes > 1) hn::StoreU(b, d4, to + to_ld);
  if (writes > 2) hn::StoreU(c, d4, to + 2 * to_ld);
  if (writes > 3) hn::StoreU(d, d4, to + 3 * to_ld);
}

/// Pixels [begin, end) of one block; `in` has `channels` (1 to 8) planes of `plane` floats.
static void block_pixels(const float* in, int64_t plane, int64_t channels, int64_t begin, int64_t end, float* out) {
  int64_t s = begin;
  const int64_t low = std::min<int64_t>(4, channels), high = channels - low;
  for (; s + 4 <= end; s += 4) {
    move4(in + s, plane, low, out + s * kBlock, kBlock, 4);
    if (high > 0) {
      move4(in + 4 * plane + s, plane, high, out + s * kBlock + 4, kBlock, 4);
    } else {
      for (int64_t i = 0; i < 4; ++i) hn::StoreU(hn::Zero(D4()), D4(), out + (s + i) * kBlock + 4);
    }
  }
  for (; s < end; ++s) {
    for (int64_t c = 0; c < kBlock; ++c) out[s * kBlock + c] = c < channels ? in[c * plane + s] : 0.f;
  }
}

/// The inverse of block_pixels.
static void plain_pixels(const float* in, int64_t plane, int64_t channels, int64_t begin, int64_t end, float* out) {
  int64_t s = begin;
  const int64_t low = std::min<int64_t>(4, channels), high = channels - low;
  for (; s + 4 <= end; s += 4) {
    move4(in + s * kBlock, kBlock, 4, out + s, plane, low);
    if (high > 0) move4(in + s * kBlock + 4, kBlock, 4, out + 4 * plane + s, plane, high);
  }
  for (; s < end; ++s) {
    for (int64_t c = 0; c < channels; ++c) out[c * plane + s] = in[s * kBlock + c];
  }
}

}  // namespace layout

void layout_block(const float* in, int64_t plane, int64_t channels, int64_t begin, int64_t end, float* out) {
  layout::block_pixels(in, plane, channels, begin, end, out);
}
void layout_plain(const float* in, int64_t plane, int64_t channels, int64_t begin, int64_t end, float* out) {
  layout::plain_pixels(in, plane, channels, begin, end, out);
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(layout_block);
HWY_EXPORT(layout_plain);

namespace layout {

constexpr int64_t kPixelsPerPiece = 512;

/// Calls body(image, block, channels in the block, first pixel, last pixel) over pieces of a few thousand floats.
template <class Body>
void for_each_piece(int64_t batch, int64_t channels, int64_t pixels, ThreadPool& pool, const Body& body) {
  const int64_t blocks = channel_blocks(channels), runs = (pixels + kPixelsPerPiece - 1) / kPixelsPerPiece;
  pool.parallel_for(batch * blocks * runs, 4, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t run = i % runs, block = i / runs % blocks, image = i / runs / blocks;
      body(image, block, std::min(kBlock, channels - block * kBlock), run * kPixelsPerPiece, std::min(pixels, (run + 1) * kPixelsPerPiece));
    }
  });
}

}  // namespace layout

void plain_to_blocked(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, ThreadPool& pool) {
  const auto run = HWY_DYNAMIC_DISPATCH(layout_block);
  layout::for_each_piece(batch, channels, pixels, pool, [&](int64_t image, int64_t block, int64_t valid, int64_t begin, int64_t end) {
    run(in + (image * channels + block * kBlock) * pixels, pixels, valid, begin, end,
        out + (image * channel_blocks(channels) + block) * pixels * kBlock);
  });
}

void blocked_to_plain(int64_t batch, int64_t channels, int64_t pixels, const float* in, float* out, ThreadPool& pool) {
  const auto run = HWY_DYNAMIC_DISPATCH(layout_plain);
  layout::for_each_piece(batch, channels, pixels, pool, [&](int64_t image, int64_t block, int64_t valid, int64_t begin, int64_t end) {
    run(in + (image * channel_blocks(channels) + block) * pixels * kBlock, pixels, valid, begin, end,
        out + (image * channels + block * kBlock) * pixels);
  });
}

}  // namespace gearbox::kernels
#endif
