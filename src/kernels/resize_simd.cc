#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/resize_simd.cc"
#include <algorithm>

#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/layout.h"
#include "kernels/layout8-inl.h"
#include "kernels/resize.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels::HWY_NAMESPACE {
namespace resize {

void nearest_row(const ResizeTable& w, const float* row, float extrapolation, float* out) {
  for (int64_t x = 0; x < w.out; ++x) {
    const int64_t at = w.index[x];
    store8(at < 0 ? set8(extrapolation) : load8(row + at * kBlock), out + x * kBlock);
  }
}

void linear_row(const ResizeTable& w, const float* upper, const float* lower, float upper_weight, float lower_weight, float extrapolation,
                float* out) {
  const F8 up = set8(upper_weight), low = set8(lower_weight);
  for (int64_t x = 0; x < w.out; ++x) {
    const int64_t left = w.index[2 * x] * kBlock, right = w.index[2 * x + 1] * kBlock;
    if (left < 0) {
      store8(set8(extrapolation), out + x * kBlock);
      continue;
    }
    const F8 a = mul_add8(low, load8(lower + left), mul8(up, load8(upper + left)));
    const F8 b = mul_add8(low, load8(lower + right), mul8(up, load8(upper + right)));
    store8(mul_add8(set8(w.weight[2 * x + 1]), b, mul8(set8(w.weight[2 * x]), a)), out + x * kBlock);
  }
}

/// Whether the table's positions rise and none is outside.
bool rises(const ResizeTable& w) { return w.index[0] >= 0 && w.index[(w.out - 1) * w.taps] >= w.index[0]; }

/// As linear_row for rising tables with more outputs than inputs: input columns are blended once, a stretch of the row at a time.
void linear_wider_row(const ResizeTable& w, const float* upper, const float* lower, float upper_weight, float lower_weight, float* out) {
  constexpr int64_t kStretch = 128;
  alignas(64) float blended[kStretch * kBlock];
  const F8 up = set8(upper_weight), low = set8(lower_weight);
  for (int64_t x = 0; x < w.out;) {
    const int64_t first = w.index[2 * x];
    int64_t blended_end = first;
    for (; x < w.out && w.index[2 * x + 1] < first + kStretch; ++x) {
      for (; blended_end <= w.index[2 * x + 1]; ++blended_end) {
        const int64_t at = blended_end * kBlock;
        store8(mul_add8(low, load8(lower + at), mul8(up, load8(upper + at))), blended + at - first * kBlock);
      }
      const F8 left = load8(blended + (w.index[2 * x] - first) * kBlock), right = load8(blended + (w.index[2 * x + 1] - first) * kBlock);
      store8(mul_add8(set8(w.weight[2 * x + 1]), right, mul8(set8(w.weight[2 * x]), left)), out + x * kBlock);
    }
  }
}

/// Any number of taps; `rows` and `row_weights` are those of the output row, no weights meaning 1.
void any_row(const ResizeTable& h, const ResizeTable& w, const int32_t* rows, const float* row_weights, const float* in,
             float extrapolation, float* out) {
  for (int64_t x = 0; x < w.out; ++x) {
    const int32_t* columns = w.index + x * w.taps;
    F8 sum = columns[0] < 0 ? set8(extrapolation) : zero8();
    for (int64_t i = 0; i < h.taps && columns[0] >= 0; ++i) {
      const float* row = in + rows[i] * w.in * kBlock;
      const float row_weight = row_weights != nullptr ? row_weights[i] : 1.f;
      for (int64_t j = 0; j < w.taps; ++j) {
        const float weight = row_weight * (w.weight != nullptr ? w.weight[x * w.taps + j] : 1.f);
        if (weight != 0) sum = mul_add8(set8(weight), load8(row + columns[j] * kBlock), sum);
      }
    }
    store8(sum, out + x * kBlock);
  }
}

}  // namespace resize

/// Output rows [begin, end) counted over images, blocks and rows.
void resize_rows(int64_t channels, const ResizeTable& h, const ResizeTable& w, const float* in, float* out, float extrapolation,
                 const Epilogue& epilogue, int64_t begin, int64_t end) {
  const int64_t blocks = channel_blocks(channels);
  for (int64_t i = begin; i < end; ++i) {
    const int64_t y = i % h.out, plane = i / h.out, offset = i * w.out * kBlock;
    const float* from = in + plane * h.in * w.in * kBlock;
    const int32_t* rows = h.index + y * h.taps;
    const float* weights = h.weight != nullptr ? h.weight + y * h.taps : nullptr;
    float* to = out + offset;
    if (rows[0] < 0) {
      for (int64_t x = 0; x < w.out; ++x) store8(set8(extrapolation), to + x * kBlock);
    } else if (h.taps == 1 && w.taps == 1) {
      resize::nearest_row(w, from + rows[0] * w.in * kBlock, extrapolation, to);
    } else if (h.taps == 2 && w.taps == 2 && w.out > w.in && resize::rises(w)) {
      resize::linear_wider_row(w, from + rows[0] * w.in * kBlock, from + rows[1] * w.in * kBlock, weights[0], weights[1], to);
    } else if (h.taps == 2 && w.taps == 2) {
      resize::linear_row(w, from + rows[0] * w.in * kBlock, from + rows[1] * w.in * kBlock, weights[0], weights[1], extrapolation, to);
    } else {
      resize::any_row(h, w, rows, weights, from, extrapolation, to);
    }
    if (epilogue.empty()) continue;
    EpilogueTile tile;
    tile.data = to;
    tile.ld = tile.output_ld = kBlock;
    tile.rows = w.out;
    tile.cols = kBlock;
    tile.channel = plane % blocks * kBlock;
    tile.image = plane / blocks;
    tile.output_offset = offset;
    apply_epilogue(D8(), epilogue, tile);
  }
}

}  // namespace gearbox::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {
HWY_EXPORT(resize_rows);

void resize_blocked(int64_t batch, int64_t channels, const ResizeTable& h, const ResizeTable& w, const float* in, float* out,
                    float extrapolation, const Epilogue& epilogue, ThreadPool& pool) {
  if (w.out <= 0) return;
  const auto run = HWY_DYNAMIC_DISPATCH(resize_rows);
  pool.parallel_for(batch * channel_blocks(channels) * h.out, std::max<int64_t>(1, 2048 / w.out),
                    [&](int64_t begin, int64_t end, int) { run(channels, h, w, in, out, extrapolation, epilogue, begin, end); });
}

}  // namespace gearbox::kernels
#endif
