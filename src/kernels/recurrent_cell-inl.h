// The element-wise part of recurrent cells over a strip of hidden units.

#if defined(GEARBOX_KERNELS_RECURRENT_CELL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GEARBOX_KERNELS_RECURRENT_CELL_INL_H_
#undef GEARBOX_KERNELS_RECURRENT_CELL_INL_H_
#else
#define GEARBOX_KERNELS_RECURRENT_CELL_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/epilogue-inl.h"
#include "kernels/recurrent.h"

HWY_BEFORE_NAMESPACE();
namespace gearbox::kernels {
namespace HWY_NAMESPACE {
namespace cell {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;

/// ONNX's defaults: f is the sigmoid, g and h are tanh, nothing is clipped.
struct DefaultFunctions {
  static constexpr bool kDefaults = true;
  HWY_INLINE V f(V x) const { return math::sigmoid(D(), x); }
  HWY_INLINE V g(V x) const { return math::tanh(D(), x); }
  HWY_INLINE V h(V x) const { return math::tanh(D(), x); }
};

HWY_NOINLINE V activate_vector(const ActivationCall& call, float clip, V x) {
  const D d;
  V y = hn::Min(hn::Set(d, clip), hn::Max(hn::Set(d, -clip), x));
  with_activation(d, call, [&](auto f) HWY_ATTR { y = f(y); });
  return y;
}

/// Any activations.
struct ListedFunctions {
  static constexpr bool kDefaults = false;
  const std::array<ActivationCall, 3>& calls;
  float clip;
  HWY_INLINE V f(V x) const { return activate_vector(calls[0], clip, x); }
  HWY_INLINE V g(V x) const { return activate_vector(calls[1], clip, x); }
  HWY_INLINE V h(V x) const { return activate_vector(calls[2], clip, x); }
};

HWY_INLINE bool are_defaults(const RecurrentShape& s, int direction) {
  const auto& a = s.activations[static_cast<size_t>(direction)];
  return std::isinf(s.clip) && a[0].function == Activation::kSigmoid && a[1].function == Activation::kTanh &&
         (s.kind != CellKind::kLstm || a[2].function == Activation::kTanh);
}

/// One sequence's rows at the first unit of a strip; gates and biases lie `units` apart.
struct Rows {
  const float* gates;  ///< without their biases
  int64_t units;
  const float* bias;
  const float* candidate;  ///< the recurrent part of h in a GRU that resets it later, without its bias
  const float* recurrent_bias;
  const float* peepholes;  ///< 3 rows
  float* c;
  const float* h;
  float* next_h;
};

/// V at offset i of one of the rows above.
HWY_INLINE V at(const float* row, int64_t i) { return hn::LoadU(D(), row + i); }

HWY_INLINE V gate_at(const Rows& r, int64_t gate, int64_t i) {
  return hn::Add(at(r.gates + gate * r.units, i), at(r.bias + gate * r.units, i));
}

/// A gate of an LSTM that sees the state.
HWY_INLINE V peep(const Rows& r, int64_t gate, V c, int64_t i) {
  return hn::MulAdd(at(r.peepholes + gate * r.units, i), c, gate_at(r, gate, i));
}

/// The new c of an LSTM.
template <class F>
HWY_INLINE V lstm_c(const RecurrentShape& s, const F& fn, const Rows& r, int64_t i) {
  const D d;
  const V before = at(r.c, i);
  if constexpr (F::kDefaults) {
    if (!s.input_forget) {
      const auto candidate = math::tanh_fraction(d, gate_at(r, 3, i));
      const V in = hn::Mul(math::sigmoid_denominator(d, peep(r, 0, before, i)), candidate.denominator);
      const V kept = hn::Div(before, math::sigmoid_denominator(d, peep(r, 2, before, i)));
      return hn::Add(kept, hn::Div(candidate.numerator, in));
    }
  }
  const V in = fn.f(peep(r, 0, before, i));
  const V forget = s.input_forget ? hn::Sub(hn::Set(d, 1.0f), in) : fn.f(peep(r, 2, before, i));
  return hn::MulAdd(forget, before, hn::Mul(in, fn.g(gate_at(r, 3, i))));
}

/// The new h of an LSTM, whose c is new already.
template <class F>
HWY_INLINE V lstm_h(const RecurrentShape& s, const F& fn, const Rows& r, int64_t i) {
  const V now = at(r.c, i);
  if constexpr (F::kDefaults) {
    if (!s.input_forget) {
      const auto shown = math::tanh_fraction(D(), now);
      return hn::Div(shown.numerator, hn::Mul(math::sigmoid_denominator(D(), peep(r, 1, now, i)), shown.denominator));
    }
  }
  return hn::Mul(fn.f(peep(r, 1, now, i)), fn.h(now));
}

/// The new h of a GRU, whose h gate is complete but for the later reset.
template <class F>
HWY_INLINE V gru(const RecurrentShape& s, const F& fn, const Rows& r, int64_t i) {
  const V z = fn.f(gate_at(r, 0, i));
  V candidate = gate_at(r, 2, i);
  if (s.linear_before_reset) {
    candidate = hn::MulAdd(fn.f(gate_at(r, 1, i)), hn::Add(at(r.candidate, i), at(r.recurrent_bias, i)), candidate);
  }
  const V now = fn.g(candidate);
  return hn::MulAdd(z, hn::Sub(at(r.h, i), now), now);
}

/// Computes `width` units of an LSTM's new c, which update() needs.
template <class F>
HWY_INLINE void update_c(const RecurrentShape& s, const F& fn, const Rows& r, int64_t width) {
  for (int64_t i = 0; i < width; i += static_cast<int64_t>(hn::Lanes(D()))) hn::StoreU(lstm_c(s, fn, r, i), D(), r.c + i);
}

/// Computes `width` units of the new h; the first `valid` of them go to y, too, where it is not null.
template <class F>
HWY_INLINE void update(const RecurrentShape& s, const F& fn, const Rows& r, int64_t width, float* y, int64_t valid) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < width; i += lanes) {
    const V h = s.kind == CellKind::kLstm ? lstm_h(s, fn, r, i) : s.kind == CellKind::kGru ? gru(s, fn, r, i) : fn.f(gate_at(r, 0, i));
    hn::StoreU(h, d, r.next_h + i);
    if (y == nullptr) continue;
    if (i + lanes <= valid) {
      hn::StoreU(h, d, y + i);
    } else if (i < valid) {
      store_first(d, h, y + i, valid - i);
    }
  }
}

/// out = f(reset gate) * h.
template <class F>
HWY_INLINE void reset(const F& fn, const Rows& r, int64_t width, float* out) {
  for (int64_t i = 0; i < width; i += static_cast<int64_t>(hn::Lanes(D()))) {
    hn::StoreU(hn::Mul(fn.f(gate_at(r, 1, i)), at(r.h, i)), D(), out + i);
  }
}

/// Calls body(functions) with the cheapest form of the direction's activations.
template <class Body>
HWY_INLINE void with_functions(const RecurrentShape& s, int direction, const Body& body) {
  if (are_defaults(s, direction)) return body(DefaultFunctions());
  body(ListedFunctions{s.activations[static_cast<size_t>(direction)], s.clip});
}

}  // namespace cell
}  // namespace HWY_NAMESPACE
}  // namespace gearbox::kernels
HWY_AFTER_NAMESPACE();

#endif
