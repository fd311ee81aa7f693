#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/activation.h"

namespace gearbox::kernels {

/// The definition of an activation in double: the oracle of the kernel tests.
inline double reference_activation(ActivationCall call, double x) {
  const double a = call.a, b = call.b;
  switch (call.function) {
    case Activation::kIdentity: return x;
    case Activation::kRelu: return std::max(x, 0.0);
    case Activation::kLeakyRelu: return x < 0 ? a * x : x;
    case Activation::kClip: return std::min(std::max(x, a), b);
    case Activation::kSigmoid: return 1 / (1 + std::exp(-x));
    case Activation::kHardSigmoid: return std::min(std::max(a * x + b, 0.0), 1.0);
    case Activation::kHardSwish: return x * std::min(std::max(x / 6 + 0.5, 0.0), 1.0);
    case Activation::kTanh: return std::tanh(x);
    case Activation::kGeluErf: return 0.5 * x * (1 + std::erf(x * M_SQRT1_2));
    case Activation::kGeluTanh: return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case Activation::kSilu: return x / (1 + std::exp(-a * x));
    case Activation::kElu: return x < 0 ? a * std::expm1(x) : x;
    case Activation::kExp: return std::exp(x);
    case Activation::kSoftplus: return x > 40 ? x : std::log1p(std::exp(x));
    case Activation::kSoftsign: return x / (1 + std::fabs(x));
    case Activation::kThresholdedRelu: return x > a ? x : 0;
    case Activation::kScaledTanh: return a * std::tanh(b * x);
    case Activation::kAffine: return a * x + b;
    case Activation::kErf: return std::erf(x);
    case Activation::kAbs: return std::fabs(x);
    case Activation::kSqrt: return std::sqrt(x);
    case Activation::kMish: return x * std::tanh(x > 40 ? x : std::log1p(std::exp(x)));
  }
  return NAN;
}

}  // namespace gearbox::kernels
