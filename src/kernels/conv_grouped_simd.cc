#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv_grouped_simd.cc"
#include <algorithm>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/conv_grouped.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {

namespace conv_grouped_rows {

/// The input position that tap k of output `at` reads; -1 outside.
struct Forward {
  static int64_t input(const ConvAxis& axis, int64_t at, int64_t k) {
    const int64_t position = at * axis.stride - axis.pad + k * axis.dilation;
    return position < axis.in ? position : -1;
  }
};
struct Transposed {
  static int64_t input(const ConvAxis& axis, int64_t at, int64_t k) {
    const int64_t position = at + axis.pad - k * axis.dilation;
    return position >= 0 && position % axis.stride == 0 && position / axis.stride < axis.in ? position / axis.stride : -1;
  }
};

#if HWY_MAX_BYTES >= 32
/// kPixels outputs from `x` on where all lanes draw from one input block: inputs are spread to the lanes of their group by permutation.
template <class Direction, int kPixels>
void sum_pixels(const ConvShape& shape, const float* plane, const float* weights, const int32_t (&lanes)[kBlock], int64_t inputs, int64_t y,
                int64_t x, float* out) {
  const ConvAxis &h = shape.h, &w = shape.w;
  const hn::CappedTag<float, 8> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto first = hn::LoadU(di, lanes);
  const int64_t step = h.kernel * w.kernel * kBlock;
  hn::Vec<decltype(d)> sum[kPixels], v[kPixels];
#pragma GCC unroll 8
  for (int p = 0; p < kPixels; ++p) sum[p] = hn::Zero(d);
  for (int64_t ky = 0; ky < h.kernel; ++ky) {
    const int64_t iy = Direction::input(h, y, ky);
    for (int64_t kx = 0; kx < w.kernel && iy >= 0; ++kx) {
#pragma GCC unroll 8
      for (int p = 0; p < kPixels; ++p) {
        const int64_t ix = Direction::input(w, x + p, kx);
        v[p] = ix < 0 ? hn::Zero(d) : hn::LoadU(d, plane + (iy * w.in + ix) * kBlock);
      }
      const float* q = weights + (ky * w.kernel + kx) * kBlock;
      for (int64_t i = 0; i < inputs; ++i, q += step) {
        const auto index = hn::IndicesFromVec(d, hn::Add(first, hn::Set(di, static_cast<int32_t>(i))));
        const auto weight = hn::LoadU(d, q);
#pragma GCC unroll 8
        for (int p = 0; p < kPixels; ++p) sum[p] = hn::MulAdd(hn::TableLookupLanes(v[p], index), weight, sum[p]);
      }
    }
  }
#pragma GCC unroll 8
  for (int p = 0; p < kPixels; ++p) hn::StoreU(sum[p], d, out + p * kBlock);
}
#endif

/// One output row of one block: each lane walks the channels of its own group.
template <class Direction>
void run_row(const ConvShape& shape, const float* in, const float* weights, int64_t image, int64_t block, int64_t y, float* out,
             int64_t out_offset, const Epilogue& epilogue) {
  const ConvAxis &h = shape.h, &w = shape.w;
  const int64_t inputs = shape.in_channels / shape.groups, outputs = shape.out_channels / shape.groups, plane = h.in * w.in * kBlock;
  const int64_t valid = std::min(kBlock, shape.out_channels - block * kBlock);
  int64_t first_input[kBlock];
  for (int64_t lane = 0; lane < kBlock; ++lane) first_input[lane] = (block * kBlock + std::min(lane, valid - 1)) / outputs * inputs;
  const float* from = in + image * channel_blocks(shape.in_channels) * plane;
  weights += block * kBlock * inputs * h.kernel * w.kernel;
#if HWY_MAX_BYTES >= 32
  const int64_t in_block = first_input[0] / kBlock;  // lanes are in order
  const bool one_block = (first_input[kBlock - 1] + inputs - 1) / kBlock == in_block;
  if (one_block) {
    int32_t lanes[kBlock];
    for (int64_t lane = 0; lane < kBlock; ++lane) lanes[lane] = static_cast<int32_t>(first_input[lane] % kBlock);
    int64_t x = 0;
    for (; x + 4 <= w.out; x += 4) sum_pixels<Direction, 4>(shape, from + in_block * plane, weights, lanes, inputs, y, x, out + x * kBlock);
    for (; x < w.out; ++x) sum_pixels<Direction, 1>(shape, from + in_block * plane, weights, lanes, inputs, y, x, out + x * kBlock);
  }
#else
  const bool one_block = false;
#endif
  for (int64_t x = 0; x < w.out && !one_block; ++x) {
    float sum[kBlock] = {};
    const float* q = weights;
    for (int64_t i = 0; i < inputs; ++i) {
      const float* source[kBlock];
      for (int64_t lane = 0; lane < kBlock; ++lane) {
        const int64_t channel = first_input[lane] + i;
        source[lane] = from + channel / kBlock * plane + channel % kBlock;
      }
      for (int64_t ky = 0; ky < h.kernel; ++ky) {
        const int64_t iy = Direction::input(h, y, ky);
        for (int64_t kx = 0; kx < w.kernel; ++kx, q += kBlock) {
          const int64_t ix = Direction::input(w, x, kx);
          if (iy < 0 || ix < 0) continue;
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

}  // namespace conv_grouped_rows

void conv_grouped_row(const ConvShape& shape, const float* in, const float* weights, int64_t image, int64_t block, int64_t y, float* out,
                      int64_t out_offset, const Epilogue& epilogue) {
  conv_grouped_rows::run_row<conv_grouped_rows::Forward>(shape, in, weights, image, block, y, out, out_offset, epilogue);
}
void conv_transpose_grouped_row(const ConvShape& shape, const float* in, const float* weights, int64_t image, int64_t block, int64_t y,
                                float* out, int64_t out_offset, const Epilogue& epilogue) {
  conv_grouped_rows::run_row<conv_grouped_rows::Transposed>(shape, in, weights, image, block, y, out, out_offset, epilogue);
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(conv_grouped_row);
HWY_EXPORT(conv_transpose_grouped_row);

namespace conv_grouped_rows {

template <class RowFunction>
void run(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, ThreadPool& pool,
         RowFunction row) {
  const int64_t blocks = channel_blocks(shape.out_channels);
  pool.parallel_for(shape.batch * blocks * shape.h.out, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t y = i % shape.h.out, block = i / shape.h.out % blocks, image = i / shape.h.out / blocks;
      const int64_t offset = i * shape.w.out * kBlock;
      row(shape, in, weights, image, block, y, out + offset, offset, epilogue);
    }
  });
}

}  // namespace conv_grouped_rows

void conv_grouped(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, ThreadPool& pool) {
  conv_grouped_rows::run(shape, in, weights, out, epilogue, pool, HWY_DYNAMIC_DISPATCH(conv_grouped_row));
}

void conv_transpose_grouped(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue,
                            ThreadPool& pool) {
  conv_grouped_rows::run(shape, in, weights, out, epilogue, pool, HWY_DYNAMIC_DISPATCH(conv_transpose_grouped_row));
}

}  // namespace gearbox::kernels
#endif
