#include <algorithm>
#include <cmath>

#include "kernels/gemm_blocking.h"
#include "kernels/layer_norm.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layer_norm_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace norm {

using rows::V;

/// The sum of (x - mean)^2.
HWY_INLINE float squares_about(const float* x, int64_t n, float mean) {
  const rows::D d;
  const V m = hn::Set(d, mean);
  const auto step = [=](V a, V v) HWY_ATTR {
    const V t = hn::Sub(v, m);
    return hn::MulAdd(t, t, a);
  };
  const auto add = [](V a, V b) HWY_ATTR { return hn::Add(a, b); };
  return hn::GetLane(hn::SumOfLanes(d, rows::fold_row(x, n, hn::Zero(d), step, add)));
}

/// y = ((x - mean) * factor) * scale + bias.
HWY_INLINE void write_row(const float* x, float mean, float factor, const float* scale, const float* bias, int64_t n, float* y) {
  const rows::D d;
  const V m = hn::Set(d, mean);
  const V f = hn::Set(d, factor);
  const auto centre = [=](V v) HWY_ATTR { return hn::Mul(hn::Sub(v, m), f); };
  if (scale && bias) {
    rows::for_vectors(
        n,
        [&](int64_t i)
            HWY_ATTR { hn::StoreU(hn::MulAdd(centre(hn::LoadU(d, x + i)), hn::LoadU(d, scale + i), hn::LoadU(d, bias + i)), d, y + i); },
        [&](int64_t i, int64_t left) HWY_ATTR {
          const V v = centre(load_first(d, x + i, left));
          store_first(d, hn::MulAdd(v, load_first(d, scale + i, left), load_first(d, bias + i, left)), y + i, left);
        });
  } else if (scale) {
    rows::zip_row(x, scale, y, n, [=](V v, V s) HWY_ATTR { return hn::Mul(centre(v), s); });
  } else if (bias) {
    rows::zip_row(x, bias, y, n, [=](V v, V b) HWY_ATTR { return hn::Add(centre(v), b); });
  } else {
    rows::map_row(x, y, n, centre);
  }
}

}  // namespace norm

void layer_norm_range(const LayerNormArgs& g, int64_t begin, int64_t end) {
  const float count = static_cast<float>(g.cols);
  for (int64_t r = begin; r < end; ++r) {
    const int64_t at = r * g.cols;
    const float* x = g.x + at;
    float* y = g.y + at;
    if (g.residual) {
      float* sum = g.sum ? g.sum + at : y;
      rows::zip_row(x, g.residual + at, sum, g.cols, [](rows::V a, rows::V b) HWY_ATTR { return hn::Add(a, b); });
      x = sum;
    } else if (g.sum && g.sum != g.x) {
      std::copy_n(x, g.cols, g.sum + at);
    }
    const float mean = g.kind == NormKind::kRms ? 0.0f : rows::sum_of(x, g.cols) / count;
    const float variance = norm::squares_about(x, g.cols, mean) / count;
    const float factor = 1.0f / std::sqrt(variance + g.epsilon);
    if (g.mean) g.mean[r] = mean;
    if (g.inverse_deviation) g.inverse_deviation[r] = factor;
    norm::write_row(x, mean, factor, g.scale, g.bias, g.cols, y);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(layer_norm_range);

void layer_norm(const LayerNormArgs& args, ThreadPool& pool) {
  constexpr int64_t kFloatsPerPiece = 16384;
  if (args.rows <= 0) return;
  const auto run = HWY_DYNAMIC_DISPATCH(layer_norm_range);
  pool.parallel_for(args.rows, divide_up(kFloatsPerPiece, std::max<int64_t>(1, args.cols)),
                    [&](int64_t begin, int64_t end, int) { run(args, begin, end); });
}

}  // namespace gearbox::kernels
#endif
