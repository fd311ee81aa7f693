#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/gemm_blocking.h"
#include "kernels/reduce.h"
#include "kernels/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduce_simd.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace fold {

using rows::V;

/// Columns that are folded together where the axis is strided.
constexpr int64_t kColumns = 64;

struct Sum {
  static constexpr float kStart = 0;
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::Add(a, x);
  }
  template <class W>
  static HWY_INLINE W join(W a, W b) {
    return hn::Add(a, b);
  }
};
struct Prod {
  static constexpr float kStart = 1;
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::Mul(a, x);
  }
  template <class W>
  static HWY_INLINE W join(W a, W b) {
    return hn::Mul(a, b);
  }
};
struct SumAbs : Sum {
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::Add(a, hn::Abs(x));
  }
};
struct SumSquare : Sum {
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::MulAdd(x, x, a);
  }
};
/// x86's max gives its second operand for an unordered pair: a NaN stays in `a`, and the select lets a new one in.
struct Max {
  static constexpr float kStart = -std::numeric_limits<float>::infinity();
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::IfThenElse(hn::IsNaN(x), x, hn::Max(x, a));
  }
  template <class W>
  static HWY_INLINE W join(W a, W b) {
    return step(a, b);
  }
};
struct Min {
  static constexpr float kStart = std::numeric_limits<float>::infinity();
  template <class W>
  static HWY_INLINE W step(W a, W x) {
    return hn::IfThenElse(hn::IsNaN(x), x, hn::Min(x, a));
  }
  template <class W>
  static HWY_INLINE W join(W a, W b) {
    return step(a, b);
  }
};

/// Joins the lanes of a vector.
template <class Op, class D>
HWY_INLINE float across(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<D> half;
    return across<Op>(half, Op::join(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    v = Op::join(v, hn::Shuffle1032(v));
    return hn::GetLane(Op::join(v, hn::Shuffle2301(v)));
  }
}

/// Folds one contiguous row in pieces, so that long sums keep their low bits.
template <class Op>
HWY_INLINE float row(const float* x, int64_t n) {
  constexpr int64_t kPiece = 4096;
  const rows::D d;
  const V start = hn::Set(d, Op::kStart);
  V total = start;
  for (int64_t i = 0; i < n; i += kPiece) {
    const auto step = [](V a, V v) HWY_ATTR { return Op::step(a, v); };
    const auto join = [](V a, V b) HWY_ATTR { return Op::join(a, b); };
    total = Op::join(total, rows::fold_row(x + i, std::min(kPiece, n - i), start, step, join));
  }
  return across<Op>(d, total);
}

/// Folds `width` <= kColumns columns whose rows are `stride` apart.
template <class Op>
HWY_INLINE void columns(const float* x, int64_t extent, int64_t stride, int64_t width, float* y) {
  const rows::D d;
  int64_t j = 0;
  for (; j + 4 * rows::lanes() <= width; j += 4 * rows::lanes()) {
    V a0 = hn::Set(d, Op::kStart), a1 = a0, a2 = a0, a3 = a0;
    for (int64_t i = 0; i < extent; ++i) {
      const float* from = x + i * stride + j;
      a0 = Op::step(a0, hn::LoadU(d, from));
      a1 = Op::step(a1, hn::LoadU(d, from + rows::lanes()));
      a2 = Op::step(a2, hn::LoadU(d, from + 2 * rows::lanes()));
      a3 = Op::step(a3, hn::LoadU(d, from + 3 * rows::lanes()));
    }
    hn::StoreU(a0, d, y + j);
    hn::StoreU(a1, d, y + j + rows::lanes());
    hn::StoreU(a2, d, y + j + 2 * rows::lanes());
    hn::StoreU(a3, d, y + j + 3 * rows::lanes());
  }
  for (; j < width; j += rows::lanes()) {
    const int64_t left = std::min(rows::lanes(), width - j);
    V a = hn::Set(d, Op::kStart);
    for (int64_t i = 0; i < extent; ++i) {
      const float* from = x + i * stride + j;
      a = Op::step(a, left == rows::lanes() ? hn::LoadU(d, from) : load_first(d, from, left));
    }
    if (left == rows::lanes()) {
      hn::StoreU(a, d, y + j);
    } else {
      store_first(d, a, y + j, left);
    }
  }
}

template <class Op>
HWY_INLINE void block(const float* x, int64_t extent, int64_t inner, int64_t width, float* y) {
  if (inner == 1) {
    *y = row<Op>(x, extent);
  } else {
    columns<Op>(x, extent, inner, width, y);
  }
}

HWY_INLINE float shift_of(float maximum) { return std::isinf(maximum) ? 0 : maximum; }

HWY_INLINE float finish_log_sum_exp(float maximum, float sum) { return std::isinf(maximum) ? maximum : maximum + std::log(sum); }

HWY_INLINE void log_sum_exp(const float* x, int64_t extent, int64_t inner, int64_t width, float* y) {
  HWY_ALIGN float maximum[kColumns];
  block<Max>(x, extent, inner, width, maximum);
  if (inner == 1) {
    *y = finish_log_sum_exp(*maximum, rows::sum_of_exp(x, extent, shift_of(*maximum)));
    return;
  }
  const rows::D d;
  HWY_ALIGN float shift[kColumns] = {};
  HWY_ALIGN float sum[kColumns] = {};
  for (int64_t j = 0; j < width; ++j) shift[j] = shift_of(maximum[j]);
  for (int64_t i = 0; i < extent; ++i) {
    const float* from = x + i * inner;
    const auto run = [&](int64_t j, V v) HWY_ATTR {
      const V e = math::exp_nonpositive(d, hn::Sub(v, hn::Load(d, shift + j)));
      hn::Store(hn::Add(hn::Load(d, sum + j), e), d, sum + j);
    };
    rows::for_vectors(
        width, [&](int64_t j) HWY_ATTR { run(j, hn::LoadU(d, from + j)); },
        [&](int64_t j, int64_t left) HWY_ATTR { run(j, load_first(d, from + j, left)); });
  }
  for (int64_t j = 0; j < width; ++j) y[j] = finish_log_sum_exp(maximum[j], sum[j]);
}

/// One block of outputs: `width` columns of one outer index.
HWY_INLINE void outputs(ReduceOp op, const float* x, int64_t extent, int64_t inner, int64_t width, float* y) {
  const auto finish = [&](auto f) HWY_ATTR { rows::map_row(y, y, width, f); };
  switch (op) {
    case ReduceOp::kSum: return block<Sum>(x, extent, inner, width, y);
    case ReduceOp::kMax: return block<Max>(x, extent, inner, width, y);
    case ReduceOp::kMin: return block<Min>(x, extent, inner, width, y);
    case ReduceOp::kProd: return block<Prod>(x, extent, inner, width, y);
    case ReduceOp::kL1: return block<SumAbs>(x, extent, inner, width, y);
    case ReduceOp::kSumSquare: return block<SumSquare>(x, extent, inner, width, y);
    case ReduceOp::kMean:
      block<Sum>(x, extent, inner, width, y);
      return finish([=](V v) HWY_ATTR { return hn::Div(v, hn::Set(rows::D(), static_cast<float>(extent))); });
    case ReduceOp::kL2: block<SumSquare>(x, extent, inner, width, y); return finish([](V v) HWY_ATTR { return hn::Sqrt(v); });
    case ReduceOp::kLogSum:
      block<Sum>(x, extent, inner, width, y);
      for (int64_t j = 0; j < width; ++j) y[j] = std::log(y[j]);
      return;
    case ReduceOp::kLogSumExp: return log_sum_exp(x, extent, inner, width, y);
  }
}

}  // namespace fold

/// Output blocks [begin, end) over all outer indices.
void reduce_range(ReduceOp op, int64_t extent, int64_t inner, int64_t begin, int64_t end, const float* x, float* y) {
  const int64_t blocks = divide_up(inner, fold::kColumns);
  for (int64_t i = begin; i < end; ++i) {
    const int64_t outer = i / blocks, col = i % blocks * fold::kColumns;
    fold::outputs(op, x + outer * extent * inner + col, extent, inner, std::min(fold::kColumns, inner - col), y + outer * inner + col);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gearbox::kernels {

HWY_EXPORT(reduce_range);

void reduce(ReduceOp op, int64_t outer, int64_t extent, int64_t inner, const float* x, float* y, ThreadPool& pool) {
  constexpr int64_t kFloatsPerPiece = 16384;
  if (outer <= 0 || inner <= 0) return;
  const auto run = HWY_DYNAMIC_DISPATCH(reduce_range);
  const int64_t floats = std::max<int64_t>(1, extent) * std::min<int64_t>(inner, 64);
  pool.parallel_for(outer * divide_up(inner, 64), divide_up(kFloatsPerPiece, floats),
                    [&](int64_t begin, int64_t end, int) { run(op, extent, inner, begin, end, x, y); });
}

}  // namespace gearbox::kernels
#endif
