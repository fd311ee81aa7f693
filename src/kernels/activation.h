#pragma once

#include <cstdint>

namespace gearbox::kernels {

/// Element-wise functions that a kernel can apply to its output. `a` and `b` are the parameters a step carries.
/// The order is part of the package format: append only.
enum class Activation : uint8_t {
  kIdentity,         ///< x
  kRelu,             ///< max(x, 0)
  kLeakyRelu,        ///< x >= 0 ? x : a x
  kClip,             ///< min(max(x, a), b)
  kSigmoid,          ///< 1 / (1 + exp(-x))
  kHardSigmoid,      ///< min(max(a x + b, 0), 1)
  kHardSwish,        ///< x min(max(x/6 + 1/2, 0), 1)
  kTanh,             ///< tanh(x)
  kGeluErf,          ///< x/2 (1 + erf(x / sqrt(2)))
  kGeluTanh,         ///< x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
  kSilu,             ///< x / (1 + exp(-a x)); a = 1 is SiLU, other values are Swish
  kElu,              ///< x >= 0 ? x : a (exp(x) - 1)
  kExp,              ///< exp(x)
  kSoftplus,         ///< log(1 + exp(x))
  kSoftsign,         ///< x / (1 + |x|)
  kThresholdedRelu,  ///< x > a ? x : 0
  kScaledTanh,       ///< a tanh(b x)
  kAffine,           ///< a x + b
  kErf,              ///< erf(x)
  kAbs,              ///< |x|
  kSqrt,             ///< sqrt(x)
  kMish,             ///< x tanh(log(1 + exp(x)))
};

/// An activation with its parameters.
struct ActivationCall {
  Activation function = Activation::kIdentity;
  float a = 0;
  float b = 0;
};

/// y[i] = call(x[i]) for i < n. x may be y; otherwise they must not overlap. Thread-safe.
void activate(ActivationCall call, const float* x, float* y, int64_t n);

}  // namespace gearbox::kernels
