// Applies activations and epilogues with Highway vectors; see epilogue.h for the meaning of the steps.

#if defined(GEARBOX_KERNELS_EPILOGUE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_EPILOGUE_INL_H_
#undef GEARBOX_KERNELS_EPILOGUE_INL_H_
#else
#define GEARBOX_KERNELS_EPILOGUE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "kernels/epilogue.h"
#include "kernels/math-inl.h"
#include "kernels/partial-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(vector -> vector), the activation, once: the switch stays outside of the caller's loop.
template <class D, class F>
HWY_INLINE void with_activation(D d, ActivationCall call, F&& f) {
  using V = hn::Vec<D>;
  const V a = hn::Set(d, call.a);
  const V b = hn::Set(d, call.b);
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0f);
  switch (call.function) {
    case Activation::kIdentity: return f([](V x) HWY_ATTR { return x; });
    case Activation::kRelu: return f([=](V x) HWY_ATTR { return hn::Max(zero, x); });
    case Activation::kLeakyRelu: return f([=](V x) HWY_ATTR { return hn::IfThenElse(hn::Lt(x, zero), hn::Mul(a, x), x); });
    case Activation::kClip: return f([=](V x) HWY_ATTR { return hn::Min(b, hn::Max(a, x)); });
    case Activation::kSigmoid: return f([=](V x) HWY_ATTR { return math::sigmoid(d, x); });
    case Activation::kHardSigmoid: return f([=](V x) HWY_ATTR { return hn::Min(one, hn::Max(zero, hn::MulAdd(a, x, b))); });
    case Activation::kHardSwish: {
      const V sixth = hn::Set(d, 1.0f / 6.0f);
      const V half = hn::Set(d, 0.5f);
      return f([=](V x) HWY_ATTR { return hn::Mul(x, hn::Min(one, hn::Max(zero, hn::MulAdd(x, sixth, half)))); });
    }
    case Activation::kTanh: return f([=](V x) HWY_ATTR { return math::tanh(d, x); });
    case Activation::kGeluErf: return f([=](V x) HWY_ATTR { return math::gelu_erf(d, x); });
    case Activation::kGeluTanh: return f([=](V x) HWY_ATTR { return math::gelu_tanh(d, x); });
    case Activation::kSilu: return f([=](V x) HWY_ATTR { return hn::Mul(x, math::sigmoid(d, hn::Mul(a, x))); });
    case Activation::kElu: return f([=](V x) HWY_ATTR { return hn::IfThenElse(hn::Lt(x, zero), hn::Mul(a, math::expm1(d, x)), x); });
    case Activation::kExp: return f([=](V x) HWY_ATTR { return math::exp(d, x); });
    case Activation::kSoftplus: return f([=](V x) HWY_ATTR { return math::softplus(d, x); });
    case Activation::kSoftsign: return f([=](V x) HWY_ATTR { return hn::Div(x, hn::Add(one, hn::Abs(x))); });
    case Activation::kThresholdedRelu: return f([=](V x) HWY_ATTR { return hn::IfThenElseZero(hn::Gt(x, a), x); });
    case Activation::kScaledTanh: return f([=](V x) HWY_ATTR { return hn::Mul(a, math::tanh(d, hn::Mul(b, x))); });
    case Activation::kAffine: return f([=](V x) HWY_ATTR { return hn::MulAdd(a, x, b); });
    case Activation::kErf: return f([=](V x) HWY_ATTR { return math::erf(d, x); });
    case Activation::kAbs: return f([](V x) HWY_ATTR { return hn::Abs(x); });
    case Activation::kSqrt: return f([](V x) HWY_ATTR { return hn::Sqrt(x); });
    case Activation::kMish: return f([=](V x) HWY_ATTR { return math::mish(d, x); });
  }
}

namespace epilogue_detail {

/// Activations take the widest vectors whatever the tile: their functions depend on the width (kHasTables), their values must not.
using Widest = hn::CappedTag<float, 16>;

/// The tile as one row where nothing lies between its rows.
HWY_INLINE EpilogueTile without_gaps(EpilogueTile t) {
  if (t.ld != t.cols) return t;
  t.cols *= t.rows;
  t.rows = 1;
  return t;
}

/// x = f(x) over the tile.
template <class D, class F>
HWY_INLINE void map_tile(D d, const EpilogueTile& t, F f) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t r = 0; r < t.rows; ++r) {
    float* x = t.data + r * t.ld;
    int64_t c = 0;
    for (; c + lanes <= t.cols; c += lanes) hn::StoreU(f(hn::LoadU(d, x + c)), d, x + c);
    if (c < t.cols) store_first(d, f(load_first(d, x + c, t.cols - c)), x + c, t.cols - c);
  }
}

/// x = f(x, y) over the tile, y at other + row * other_ld + column.
template <class D, class F>
HWY_INLINE void zip_tile(D d, const EpilogueTile& t, const float* other, int64_t other_ld, F f) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t r = 0; r < t.rows; ++r) {
    float* x = t.data + r * t.ld;
    const float* y = other + r * other_ld;
    int64_t c = 0;
    for (; c + lanes <= t.cols; c += lanes) hn::StoreU(f(hn::LoadU(d, x + c), hn::LoadU(d, y + c)), d, x + c);
    const int64_t left = t.cols - c;
    if (left > 0) store_first(d, f(load_first(d, x + c, left), load_first(d, y + c, left)), x + c, left);
  }
}

/// `then` scales and shifts what an activation gives.
template <class D>
HWY_INLINE void apply_step(D d, const EpilogueStep& step, const EpilogueStep& then, const EpilogueTile& t) {
  using V = hn::Vec<D>;
  const bool own_stride = step.stride != 0;
  const float* same = step.data + (own_stride ? t.row * step.stride + t.channel : t.output_offset);
  const int64_t same_ld = own_stride ? step.stride : t.output_ld;
  const V a = hn::Set(d, step.a);
  const V b = hn::Set(d, step.b);
  const auto add = [=](V x, V y) HWY_ATTR { return hn::MulAdd(a, y, x); };
  const auto mul = [](V x, V y) HWY_ATTR { return hn::Mul(x, y); };
  switch (step.kind) {
    case EpilogueKind::kScaleShift: return map_tile(d, t, [=](V x) HWY_ATTR { return hn::MulAdd(a, x, b); });
    case EpilogueKind::kAddChannel: return zip_tile(d, t, step.data + t.channel, 0, add);
    case EpilogueKind::kMulChannel: return zip_tile(d, t, step.data + t.channel, 0, mul);
    case EpilogueKind::kActivation: {
      const Widest wide;
      const hn::Vec<Widest> scale = hn::Set(wide, then.a), shift = hn::Set(wide, then.b);
      return with_activation(wide, {step.activation, step.a, step.b}, [&](auto f) HWY_ATTR {
        map_tile(wide, without_gaps(t), [=](hn::Vec<Widest> x) HWY_ATTR { return hn::MulAdd(scale, f(x), shift); });
      });
    }
    case EpilogueKind::kAddTensor: return zip_tile(d, t, same, same_ld, add);
    case EpilogueKind::kMulTensor: return zip_tile(d, t, same, same_ld, mul);
    case EpilogueKind::kMulPerImageChannel: return zip_tile(d, t, step.data + t.image * step.stride + t.channel, 0, mul);
    case EpilogueKind::kLeakyChannel:
      return zip_tile(d, t, step.data + t.channel, 0,
                      [](V x, V y) HWY_ATTR { return hn::IfThenElse(hn::Lt(x, hn::Zero(D())), hn::Mul(x, y), x); });
  }
}

}  // namespace epilogue_detail

/// Applies all steps to a tile. `d` sets the vector width: hn::ScalableTag<float> for wide rows, hn::CappedTag<float, 8> for the pixels of
/// an 8-channel block (rows = pixels, cols = 8).
template <class D>
HWY_NOINLINE void apply_epilogue(D d, const Epilogue& epilogue, const EpilogueTile& tile) {
  constexpr EpilogueStep kNothing;
  const std::span<const EpilogueStep> steps = epilogue.steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    const bool scales =
        steps[i].kind == EpilogueKind::kActivation && i + 1 < steps.size() && steps[i + 1].kind == EpilogueKind::kScaleShift;
    epilogue_detail::apply_step(d, steps[i], scales ? steps[i + 1] : kNothing, tile);
    i += scales ? 1 : 0;
  }
}

/// y[i] = activation(x[i]) for i < n; x may be y.
template <class D>
HWY_NOINLINE void apply_activation(D d, ActivationCall call, const float* x, float* y, int64_t n) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  with_activation(d, call, [&](auto f) HWY_ATTR {
    int64_t i = 0;
    for (; i + lanes <= n; i += lanes) hn::StoreU(f(hn::LoadU(d, x + i)), d, y + i);
    if (i < n) store_first(d, f(load_first(d, x + i, n - i)), y + i, n - i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
