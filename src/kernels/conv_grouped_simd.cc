#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv_grouped_simd.cc"
#include "hwy/foreach_target.h"

#include <algorithm>

#include "hwy/highway.h"
#include "kernels/conv_grouped.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {

/// One output row of one block: each lane walks the channels of its own group.
void conv_grouped_row(const ConvShape& shape, const float* in, const float* weights, int64_t image, int64_t block, int64_t y, float* out,
                      int64_t out_offset, const Epilogue& epilogue) {
  const ConvAxis &h = shape.h, &w = shape.w;
  const int64_t inputs = shape.in_channels / shape.groups, outputs = shape.out_channels / shape.groups, plane = h.in * w.in * kBlock;
  const int64_t valid = std::min(kBlock, shape.out_channels - block * kBlock);
  int64_t first_input[kBlock];
  for (int64_t lane = 0; lane < kBlock; ++lane) first_input[lane] = (block * kBlock + std::min(lane, valid - 1)) / outputs * inputs;
  const float* from = in + image * channel_blocks(shape.in_channels) * plane;
  weights += block * kBlock * inputs * h.kernel * w.kernel;
  for (int64_t x = 0; x < w.out; ++x) {
    float sum[kBlock] = {};
    const float* q = weights;
    for (int64_t i = 0; i < inputs; ++i) {
      const float* source[kBlock];
      for (int64_t lane = 0; lane < kBlock; ++lane) {
        const int64_t channel = first_input[lane] + i;
        source[lane] = from + channel / kBlock * plane + channel % kBlock;
      }
      for (int64_t ky = 0; ky < h.kernel; ++ky) {
        const int64_t iy = y * h.stride - h.pad + ky * h.dilation;
        for (int64_t kx = 0; kx < w.kernel; ++kx, q += kBlock) {
          const int64_t ix = x * w.stride - w.pad + kx * w.dilation;
          if (iy < 0 || iy >= h.in || ix < 0 || ix >= w.in) continue;
          const int64_t at = (iy * w.in + ix) * kBlock;
          for (int64_t lane = 0; lane < kBlock; ++lane) sum[lane] += source[lane][at] * q[lane];
        }
      }
    }
    for (int64_t lane = 0; lane < kBlock; ++lane) out[x * kBlock + lane] = sum[lane];
  }
  EpilogueTile tile;
  tile.data = out;
  tile.ld = tile.output_ld = kBlock;
  tile.rows = w.out;
  tile.cols = kBlock;
  tile.channel = block * kBlock;
  tile.image = image;
  tile.output_offset = out_offset;
  apply_epilogue(hn::CappedTag<float, 8>(), epilogue, tile);
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(conv_grouped_row);

void conv_grouped(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, ThreadPool& pool) {
  const auto row = HWY_DYNAMIC_DISPATCH(conv_grouped_row);
  const int64_t blocks = channel_blocks(shape.out_channels);
  pool.parallel_for(shape.batch * blocks * shape.h.out, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t y = i % shape.h.out, block = i / shape.h.out % blocks, image = i / shape.h.out / blocks;
      const int64_t offset = i * shape.w.out * kBlock;
      row(shape, in, weights, image, block, y, out + offset, offset, epilogue);
    }
  });
}

}  // namespace gearbox::kernels
#endif
