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

/// What is read again once a row's mean is known: x, or x + residual where that is kept.
struct Inputs {
  const float* x;
  const float* residual;
  float* keep;  ///< receives the sum; null where x is it

  explicit Inputs(const LayerNormArgs& g) : x(g.x), residual(g.residual), keep(g.sum) {
    if (residual && !keep) keep = g.y;
    if (!residual && keep == x) keep = nullptr;
  }
  const float* again() const { return keep ? keep : x; }
};

/// Sums of x - shift and of its square, per lane.
struct Moments {
  V shift, sum, squares;
};

struct Norm {
  V mean, factor;
};

/// A value near the row's mean.
HWY_INLINE V shift_of(const LayerNormArgs& g, int64_t row) {
  const rows::D d;
  if (g.kind == NormKind::kRms || g.cols <= 0) return hn::Zero(d);
  const float* x = g.x + row * g.cols;
  const float* residual = g.residual ? g.residual + row * g.cols : nullptr;
  if (g.cols < rows::lanes()) return hn::Set(d, *x + (residual ? *residual : 0.0f));
  const V first = hn::LoadU(d, x);
  const V sum = hn::SumOfLanes(d, residual ? hn::Add(first, hn::LoadU(d, residual)) : first);
  return hn::Mul(sum, hn::Set(d, 1.0f / static_cast<float>(rows::lanes())));
}

/// The mean, and the sum of squares about it, in a pass each.
HWY_INLINE void two_passes(const float* x, int64_t n, float& mean, float& squares) {
  const rows::D d;
  mean = rows::sum_of(x, n) / static_cast<float>(n);
  const V m = hn::Set(d, mean);
  const auto step = [=](V a, V v) HWY_ATTR {
    const V t = hn::Sub(v, m);
    return hn::MulAdd(t, t, a);
  };
  const auto add = [](V a, V b) HWY_ATTR { return hn::Add(a, b); };
  squares = hn::GetLane(hn::SumOfLanes(d, rows::fold_row(x, n, hn::Zero(d), step, add)));
}

/// The norm of a row that was read. Where the shift was more than a deviation from the mean, the difference of squares has lost digits, or
/// is not finite.
HWY_INLINE Norm norm_of(const LayerNormArgs& g, int64_t row, const Moments& m) {
  const rows::D d;
  const float share = 1.0f / static_cast<float>(g.cols);
  float mean = 0, variance = hn::GetLane(hn::SumOfLanes(d, m.squares)) * share;
  if (g.kind == NormKind::kLayer) {
    const float moved = hn::GetLane(hn::SumOfLanes(d, m.sum)) * share;
    variance -= moved * moved;
    mean = hn::GetLane(m.shift) + moved;
    if (!(moved * moved <= variance)) {
      two_passes(Inputs(g).again() + row * g.cols, g.cols, mean, variance);
      variance *= share;
    }
  }
  const float factor = 1.0f / std::sqrt(variance + g.epsilon);
  if (g.mean) g.mean[row] = mean;
  if (g.inverse_deviation) g.inverse_deviation[row] = factor;
  return {hn::Set(d, mean), hn::Set(d, factor)};
}

/// Loads and stores a whole vector, or the first `left` lanes of one.
template <bool kWhole>
HWY_INLINE V load(const float* from, int64_t left) {
  if constexpr (kWhole) return hn::LoadU(rows::D(), from);
  return load_first(rows::D(), from, left);
}
template <bool kWhole>
HWY_INLINE void store(V v, float* to, int64_t left) {
  if constexpr (kWhole) return hn::StoreU(v, rows::D(), to);
  store_first(rows::D(), v, to, left);
}

/// A row that is written by its norm.
struct Writing {
  const float *from, *scale, *bias;
  float* to;
  V mean, factor;

  HWY_INLINE Writing(const LayerNormArgs& g, int64_t row, const Norm& norm)
      : from(Inputs(g).again() + row * g.cols),
        scale(g.scale),
        bias(g.bias),
        to(g.y + row * g.cols),
        mean(norm.mean),
        factor(norm.factor) {}

  template <bool kWhole>
  HWY_INLINE void at(int64_t i, int64_t left) const {
    const rows::D d;
    const V s = scale ? load<kWhole>(scale + i, left) : hn::Set(d, 1.0f);
    const V b = bias ? load<kWhole>(bias + i, left) : hn::Set(d, -0.0f);
    const V centred = hn::Sub(load<kWhole>(from + i, left), mean);
    store<kWhole>(hn::MulAdd(hn::Mul(centred, factor), s, b), to + i, left);
  }

  HWY_INLINE void end_block() const {}
};

/// A row that is read for its moments.
struct Reading {
  const float *x, *residual;
  float* keep;
  Moments moments;
  V sum, squares;  ///< of a block

  HWY_INLINE Reading(const LayerNormArgs& g, int64_t row) : moments{shift_of(g, row), hn::Zero(rows::D()), hn::Zero(rows::D())} {
    const Inputs in(g);
    const int64_t at = row * g.cols;
    x = in.x + at;
    residual = in.residual ? in.residual + at : nullptr;
    keep = in.keep ? in.keep + at : nullptr;
    sum = squares = hn::Zero(rows::D());
  }

  template <bool kWhole>
  HWY_INLINE void at(int64_t i, int64_t left) {
    V v = load<kWhole>(x + i, left);
    if (residual) v = hn::Add(v, load<kWhole>(residual + i, left));
    if (keep) store<kWhole>(v, keep + i, left);
    V t = hn::Sub(v, moments.shift);
    if constexpr (!kWhole) t = hn::IfThenElseZero(hn::FirstN(rows::D(), static_cast<size_t>(left)), t);
    sum = hn::Add(sum, t);
    squares = hn::MulAdd(t, t, squares);
  }

  HWY_INLINE void end_block() {
    moments.sum = hn::Add(moments.sum, sum);
    moments.squares = hn::Add(moments.squares, squares);
    sum = squares = hn::Zero(rows::D());
  }
};

/// One pass along the columns that does all parts, in blocks: a sum of sums of few is nearer than a long one.
template <class... Part>
HWY_INLINE void pass(int64_t cols, Part&&... part) {
  const int64_t block = 16 * rows::lanes(), whole = cols / rows::lanes() * rows::lanes();
  for (int64_t i = 0; i < whole;) {
    const int64_t end = std::min(whole, i + block);
    for (; i < end; i += rows::lanes()) (part.template at<true>(i, 0), ...);
    (part.end_block(), ...);
  }
  if (whole < cols) (part.template at<false>(whole, cols - whole), ...);
  (part.end_block(), ...);
}

/// Rows [begin, end): each is written while the next is read.
HWY_INLINE void run(const LayerNormArgs& g, int64_t begin, int64_t end) {
  Reading first(g, begin);
  pass(g.cols, first);
  Norm norm = norm_of(g, begin, first.moments);
  for (int64_t row = begin; row + 1 < end; ++row) {
    Reading next(g, row + 1);
    pass(g.cols, Writing(g, row, norm), next);
    norm = norm_of(g, row + 1, next.moments);
  }
  pass(g.cols, Writing(g, end - 1, norm));
}

}  // namespace norm

void layer_norm_range(const LayerNormArgs& g, int64_t begin, int64_t end) {
  if (begin < end) norm::run(g, begin, end);
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
