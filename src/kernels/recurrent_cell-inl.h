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

/// One sequence's rows at the first unit of a strip; gates lie `units` apart.
struct Rows {
  const float* gates;
  int64_t units;
  const float* peepholes;  ///< 3 rows, `units` apart
  float* c;
  const float* h;
  float* next_h;
};

/// V at offset i of one of the rows above.
HWY_INLINE V at(const float* row, int64_t i) { return hn::LoadU(D(), row + i); }

template <class F>
HWY_INLINE void lstm(const RecurrentShape& s, const F& fn, const Rows& r, int64_t i) {
  const D d;
  const V before = at(r.c, i);
  const auto peep = [&](int64_t gate, V c)
                        HWY_ATTR { return hn::MulAdd(at(r.peepholes + gate * r.units, i), c, at(r.gates + gate * r.units, i)); };
  const V in = fn.f(peep(0, before));
  const V forget = s.input_forget ? hn::Sub(hn::Set(d, 1.0f), in) : fn.f(peep(2, before));
  const V now = hn::MulAdd(forget, before, hn::Mul(in, fn.g(at(r.gates + 3 * r.units, i))));
  const V out = fn.f(peep(1, now));
  hn::StoreU(now, d, r.c + i);
  hn::StoreU(hn::Mul(out, fn.h(now)), d, r.next_h + i);
}

/// The last phase of a GRU: the h gate is complete but for the later reset.
template <class F>
HWY_INLINE void gru(const RecurrentShape& s, const F& fn, const Rows& r, int64_t i) {
  const D d;
  const V z = fn.f(at(r.gates, i));
  V candidate = at(r.gates + 2 * r.units, i);
  if (s.linear_before_reset) candidate = hn::MulAdd(fn.f(at(r.gates + r.units, i)), at(r.gates + 3 * r.units, i), candidate);
  const V now = fn.g(candidate);
  hn::StoreU(hn::MulAdd(z, hn::Sub(at(r.h, i), now), now), d, r.next_h + i);
}

template <class F>
HWY_INLINE void update(const RecurrentShape& s, const F& fn, const Rows& r, int64_t width) {
  for (int64_t i = 0; i < width; i += static_cast<int64_t>(hn::Lanes(D()))) {
    if (s.kind == CellKind::kLstm) {
      lstm(s, fn, r, i);
    } else if (s.kind == CellKind::kGru) {
      gru(s, fn, r, i);
    } else {
      hn::StoreU(fn.f(at(r.gates, i)), D(), r.next_h + i);
    }
  }
}

/// out = f(reset gate) * h.
template <class F>
HWY_INLINE void reset(const F& fn, const Rows& r, int64_t width, float* out) {
  for (int64_t i = 0; i < width; i += static_cast<int64_t>(hn::Lanes(D()))) {
    hn::StoreU(hn::Mul(fn.f(at(r.gates + r.units, i)), at(r.h, i)), D(), out + i);
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
